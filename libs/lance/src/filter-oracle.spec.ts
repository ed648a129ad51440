import { type IndexedResource, type IndexFilter, type IndexUpdate, relabelled } from '@lectern/contracts/core';
import type { Table } from '@lancedb/lancedb';
import fc from 'fast-check';
import type { Change } from './batch-plan';
import { contentSql, FILTER_DEPTH_MAX, filterSql } from './filter-sql';
import { commonColumnsOf, filterIndexes, updatedColumns } from './index-row';
import { temporaryTable } from './table.fixture';
import { openWriter, type TableWriter } from './table-writer';
import type { Tagged } from './tags';

type Shared = Omit<IndexedResource, 'rid' | 'version'>;

/** An update of a resource, and the labels given to its fields; undefined when those of paragraphs stay. */
interface Updated extends Shared {
  readonly labelsOfFields?: Readonly<Record<string, readonly string[]>>;
}

/** A resource as it is put, its later update, and its paragraphs. */
interface Written {
  readonly put: Shared;
  readonly updates: readonly Updated[];
  readonly paragraphs: readonly Tagged[];
}

interface Paragraph extends Tagged {
  readonly id: string;
  readonly resource: IndexedResource;
}

const allRids = ['r0', 'r1', 'r2', 'r3', 'r4'];

/** Few values, so that they coincide; some look like tags, or like each other. */
const label = fc.constantFrom('/l', '/l/a', '/l/a/b', '/l/ab', '/k/x', '/e/P/ada', "/l/it's", 'r:/l/a', '/');
const group = fc.constantFrom('hr', 'it', 'public', 'hidden', 'g:hr', '');
const field = fc.constantFrom('t/body', 't/bodyx', 'a/title', 't', 'u/l:x');
const rid = fc.constantFrom(...allRids);
const ms = fc.integer({ min: 0, max: 5 });
const language = fc.constantFrom('en', 'es', '');

const shared: fc.Arbitrary<Shared> = fc.record({
  createdMs: ms,
  modifiedMs: ms,
  hidden: fc.boolean(),
  groups: fc.uniqueArray(group, { maxLength: 3 }),
  labels: fc.uniqueArray(label, { maxLength: 4 }),
});
const paragraph: fc.Arbitrary<Tagged> = fc.record({
  field,
  language,
  labels: fc.uniqueArray(label, { maxLength: 3 }),
});
const updated: fc.Arbitrary<Updated> = fc
  .tuple(shared, fc.option(fc.dictionary(field, fc.uniqueArray(label, { maxLength: 2 })), { nil: undefined }))
  .map(([state, labelsOfFields]) => ({ ...state, labelsOfFields }));
const written: fc.Arbitrary<Written> = fc.record({
  put: shared,
  updates: fc.array(updated, { maxLength: 2 }),
  paragraphs: fc.array(paragraph, { maxLength: 3 }),
});

const leaf: fc.Arbitrary<IndexFilter> = fc.oneof(
  fc.record({ label }),
  fc.record({ label, of: fc.constantFrom('resource' as const, 'paragraph' as const) }),
  fc.record({ resources: fc.array(rid, { maxLength: 3 }) }),
  fc.record({ fields: fc.array(field, { maxLength: 2 }) }),
  fc.record({
    resourceFields: fc.array(
      fc.tuple(rid, field).map(([a, b]) => `${a}/${b}`),
      { maxLength: 3 },
    ),
  }),
  fc.record({ date: fc.constantFrom('created' as const, 'modified' as const), sinceMs: ms, untilMs: ms }),
  fc.record({ visibleTo: fc.array(group, { maxLength: 2 }) }),
  fc.record({ hidden: fc.boolean() }),
  fc.record({ language: fc.constantFrom('en', 'es') }),
);
const { filter } = fc.letrec<{ filter: IndexFilter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({ all: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ not: tie('filter') }),
  ),
}));

/** The meaning of a filter, in the plainest code. */
function matches(given: IndexFilter, one: Paragraph): boolean {
  const { resource } = one;
  const isIn = (name: string) => name === one.field || one.field.startsWith(`${name}/`);
  if ('all' in given) return given.all.every((each) => matches(each, one));
  if ('any' in given) return given.any.some((each) => matches(each, one));
  if ('not' in given) return !matches(given.not, one);
  if ('label' in given) return given.label === '/' || isCarried(given, one);
  if ('resources' in given) return given.resources.includes(resource.rid);
  if ('fields' in given) return given.fields.some(isIn);
  if ('resourceFields' in given)
    return given.resourceFields.some((path) => path.startsWith(resource.rid) && isIn(path.slice(3)));
  if ('date' in given) {
    const dateMs = given.date === 'created' ? resource.createdMs : resource.modifiedMs;
    return dateMs >= (given.sinceMs ?? -Infinity) && dateMs <= (given.untilMs ?? Infinity);
  }
  if ('visibleTo' in given)
    return resource.groups.length === 0 || resource.groups.some((name) => given.visibleTo.includes(name));
  return 'hidden' in given ? resource.hidden === given.hidden : one.language === given.language;
}

function isCarried(
  { label: path, of }: Extract<IndexFilter, { readonly label: string }>,
  { resource, labels }: Paragraph,
): boolean {
  const carried = { resource: resource.labels, paragraph: labels };
  return (of ? carried[of] : Object.values(carried).flat()).some((one) => one === path || one.startsWith(`${path}/`));
}

describe('filterSql', () => {
  let table: Table;
  let remove: () => Promise<void>;
  let writer: TableWriter;
  let version = 0;
  const warnings: string[] = [];

  beforeAll(async () => {
    ({ table, remove } = await temporaryTable());
    const warn = (message: string) => void warnings.push(message);
    writer = await openWriter(table, { indexes: filterIndexes, afterCommits: 20, warn });
  });

  afterAll(async () => {
    await writer.close();
    await remove();
    expect(warnings).toEqual([]);
  });

  /** Writes a resource in place of its previous version. */
  async function write(id: string, { put, updates, paragraphs }: Written): Promise<Paragraph[]> {
    const resourceOf = (state: Shared) => ({ ...state, rid: id, version: ++version });
    const parts = paragraphs.map((part, i) => ({ ...part, id: `${id}/${part.field}/${i}` }));
    const resource = resourceOf(put);
    const rows = parts.map((part) => ({ ...commonColumnsOf(resource)(part), text: '' }));
    await writer.change([{ kind: 'put', rid: id, version: resource.version, rows }]);
    let now: readonly Tagged[] = parts;
    for (const state of updates) {
      const change = { ...resourceOf(state), given: givenBy(state) };
      await writer.change([updateOf(change)]);
      now = now.map((part, i) => ({ ...part, labels: relabelled({ ...part, id: parts[i]?.id ?? '' }, change.given) }));
    }
    return now.map((part, i) => ({
      ...part,
      id: parts[i]?.id ?? '',
      resource: { ...resource, ...updates.at(-1) },
    }));
  }

  function givenBy({ labelsOfFields }: Updated): IndexUpdate['given'] {
    return labelsOfFields && { ofFields: new Map(Object.entries(labelsOfFields)), ofParagraphs: new Map() };
  }

  function updateOf(resource: IndexUpdate): Change {
    const { rid: id, version: newer } = resource;
    return { kind: 'update', rid: id, version: newer, update: (held) => updatedColumns(resource, held) };
  }

  it('finds what the filter means, by labels of resources and of paragraphs, also when they were updated', async () => {
    const resources = fc.array(written, { minLength: allRids.length, maxLength: allRids.length });
    const filters = fc.array(filter, { minLength: 20, maxLength: 20 });
    const property = fc.asyncProperty(resources, filters, async (content, wanted) => {
      const present = (await Promise.all(content.map((one, i) => write(allRids[i] ?? '', one)))).flat();
      for (const one of wanted) {
        const rows = await table.query().select(['id']).where(filterSql(one)).toArray();
        const expected = present.filter((each) => matches(one, each)).map(({ id }) => id);
        expect([one, rows.map(({ id }) => String(id)).sort()]).toEqual([one, expected.sort()]);
      }
    });
    await fc.assert(property, { numRuns: 25 });
  });

  const other: IndexFilter = { hidden: false };
  /** Alternates on one side, and has a short alternation on the other. */
  const twoSided = (inner: IndexFilter, i: number): IndexFilter =>
    i % 2 === 0 ? { any: [{ all: [{ any: [other, other] }, other] }, inner] } : { all: [other, inner] };

  it.each<[string, number, (inner: IndexFilter, i: number) => IndexFilter]>([
    ['negations', FILTER_DEPTH_MAX, (not) => ({ not })],
    ['negations of several', FILTER_DEPTH_MAX / 2, (inner) => ({ not: { all: [inner, other] } })],
    ['lists of one kind', FILTER_DEPTH_MAX, (inner) => ({ any: [inner, { language: 'es' }] })],
    ['alternations', FILTER_DEPTH_MAX, (inner, i) => (i % 2 === 0 ? { all: [inner, other] } : { any: [other, inner] })],
    ['alternations with others beside', FILTER_DEPTH_MAX - 3, twoSided],
  ])('takes as many %s as it allows', async (_, count, wrap) => {
    const innermost: IndexFilter = { label: '/l/a' };
    const filter = Array.from({ length: count }).reduce<IndexFilter>((inner, _each, i) => wrap(inner, i), innermost);
    await expect(table.query().select(['id']).where(contentSql(filter)).toArray()).resolves.toBeDefined();
  });
});
