import { randomUUID } from 'node:crypto';
import { type IndexFilter, isVisible, type Visibility } from '@lectern/contracts/core';
import type { CatalogTextQuery, ResourceOrigin, ResourceStatus } from '@lectern/contracts/knowledge-box';
import fc from 'fast-check';
import { resourceRow } from '../../../resource-store/fixtures/resource-row';
import { RowsWorld } from '../../../resource-store/fixtures/rows-world';
import { withCatalogColumns } from '../../../resource-store/src/resource/resource-columns';
import { ResourceEntity, resourceLabels } from '@lectern/resource-store';
import { type CatalogConditions, CatalogRepository } from './catalog.repository';

/** Few values, so that they collide; some are similar. */
const statuses: readonly ResourceStatus[] = ['PENDING', 'PROCESSED', 'ERROR'];
const titles = ['The Sea', 'the séa wind', 'Sea', 'A seat', '100 % of_it', 'Ärger', ''];
const resource = fc.record({
  title: fc.constantFrom(...titles),
  status: fc.constantFrom(...statuses),
  hidden: fc.boolean(),
  accessGroups: fc.constantFrom<string[] | null>(null, [], ['hr'], ['/it', 'hr']),
  language: fc.constantFrom('en', 'de', ''),
  languages: fc.constantFrom<string[]>([], ['en'], ['fr']),
  icon: fc.constantFrom('text/plain', 'text/html', 'image/png'),
  created: fc.integer({ min: 0, max: 4 }).map((ms) => new Date(ms)),
  modified: fc.integer({ min: 0, max: 4 }).map((ms) => new Date(ms)),
  classifications: fc
    .uniqueArray(fc.constantFrom('a', 'ab', 'b'), { maxLength: 3 })
    .map((labels) => labels.map((label) => ({ labelset: 'l', label, cancelled_by_user: label === 'b' }))),
  origin: fc.constantFrom<ResourceOrigin | null>(null, {
    source: 'API' as const,
    metadata: { k: 'v' },
    tags: ['x', 'x/y'],
    collaborators: ['ann'],
    related: [],
    path: '/one/two/three',
    source_id: 's',
  }),
});
const ids = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => letter.repeat(32));
const label = fc.constantFrom(
  ...['/l', '/l/l', '/l/l/a', '/l/l/ab', '/l/l/b', '/n/s', '/n/s/ERROR', '/n/i/text', '/s/p/en', '/s/s/en'],
  ...['/t/x', '/t/x/', '/t/x/y', '/p/one', '/p/one/two', '/p/on', '/m/k', '/u/o/ann', '/u/s', '/', "/l/it's"],
);
const leaf: fc.Arbitrary<IndexFilter> = fc.oneof(
  fc.record({ label }),
  fc.record({ resources: fc.subarray(ids) }),
  fc.record({ date: fc.constantFrom('created', 'modified'), sinceMs: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ date: fc.constantFrom('created', 'modified'), untilMs: fc.integer({ min: 0, max: 4 }) }),
);
const { tree } = fc.letrec<{ tree: IndexFilter; some: IndexFilter[] }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.record({ all: tie('some') }),
    fc.record({ any: tie('some') }),
    fc.record({ not: tie('tree') }),
  ),
  some: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
}));
const text: fc.Arbitrary<CatalogTextQuery | undefined> = fc.option(
  fc.oneof(
    fc.record({
      field: fc.constant('title' as const),
      match: fc.constantFrom('exact', 'words', 'starts_with', 'ends_with', 'contains'),
      query: fc.constantFrom('Sea', 'the sea', 'SÉA', 'e', '%', '_', 'arger', 'wind sea', '!'),
    }),
    fc.record({
      field: fc.constant('slug' as const),
      match: fc.constantFrom('exact', 'starts_with'),
      query: fc.constantFrom('aa', ids[0] ?? '', 'A'),
    }),
  ),
  { nil: undefined },
);
const visibility = fc.constantFrom<Visibility>(
  { hidden: true },
  { hidden: false, groups: [] },
  { hidden: true, groups: ['it'] },
);

const folded = (value: string) => value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const wordsOf = (value: string): readonly string[] => folded(value).match(/[\p{L}\p{N}_]+/gu) ?? [];

function labelsOf(row: ResourceEntity): string[] {
  return [...resourceLabels(row), `/n/s/${row.status}`];
}

function holds(filter: IndexFilter, row: ResourceEntity): boolean {
  if ('all' in filter) return filter.all.every((one) => holds(one, row));
  if ('any' in filter) return filter.any.some((one) => holds(one, row));
  if ('not' in filter) return !holds(filter.not, row);
  if ('resources' in filter) return filter.resources.includes(row.id);
  if ('date' in filter) {
    const ms = row[filter.date].getTime();
    return ms >= (filter.sinceMs ?? -Infinity) && ms <= (filter.untilMs ?? Infinity);
  }
  if (!('label' in filter)) throw new Error('No condition of the catalog');
  const path = filter.label.replace(/\/+$/, '');
  return path === '' || labelsOf(row).some((own) => `${own}/`.startsWith(`${path}/`));
}

function matches({ field, match, query }: CatalogTextQuery, row: ResourceEntity): boolean {
  if (match === 'exact') return row[field] === query;
  if (field === 'slug') return row.slug.startsWith(query);
  const [title, sought] = [folded(row.title), folded(query)];
  if (match === 'starts_with') return title.startsWith(sought);
  if (match === 'ends_with') return title.endsWith(sought);
  if (match === 'contains') return title.includes(sought);
  return wordsOf(query).every((word) => wordsOf(row.title).includes(word));
}

const compared = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);

describe('The catalog', () => {
  const catalog = new CatalogRepository();
  let world: RowsWorld;

  beforeAll(async () => {
    world = await RowsWorld.start();
  });
  afterAll(() => world.stop());

  const filled = async (members: readonly Partial<ResourceEntity>[]): Promise<ResourceEntity[]> => {
    const kbid = randomUUID();
    const rows = members.map((each, i) => resourceRow(kbid, ids[i] ?? '', each));
    await world.dataSource.manager.insert(ResourceEntity, rows.map(withCatalogColumns) as object[]);
    return rows;
  };

  it('finds a resource by the name of its file, with the extension and without, as by its title', async () => {
    const origin = (filename: string): ResourceOrigin => ({
      source: 'API',
      metadata: {},
      tags: [],
      collaborators: [],
      related: [],
      filename,
    });
    const rows = await filled([
      { title: 'Rules of the port', origin: origin('Hafen Ordnung_2026.PDF') },
      { title: 'Hafen', origin: origin('tides.v2.txt') },
      { title: 'Ordnung' },
    ]);
    const kbid = rows[0]?.kbid ?? '';
    const found = (match: CatalogTextQuery['match'], query: string) =>
      world.transactions.read(async (tx) => {
        const text: CatalogTextQuery = { field: 'title', match, query };
        const conditions = { kbid, visibility: { hidden: true }, filters: [], text };
        const page = { by: 'title', order: 'asc', offset: 0, limit: 10 } as const;
        const list = await catalog.listIds(conditions, page, tx);
        expect(await catalog.count(conditions, tx)).toBe(list.length);
        return list.map((id) => rows.find((row) => row.id === id)?.title);
      });
    const [port, hafen] = ['Rules of the port', 'Hafen'];
    expect(await found('words', 'ordnung_2026 hafen')).toEqual([port]);
    expect(await found('words', '2026 ordnung')).toEqual([port]);
    expect(await found('words', 'tides pdf')).toEqual([]);
    expect(await found('fuzzy', 'tidez')).toEqual([hafen]);
    expect(await found('exact', 'Hafen Ordnung_2026.PDF')).toEqual([port]);
    expect(await found('exact', 'Hafen Ordnung_2026')).toEqual([port]);
    expect(await found('exact', 'tides')).toEqual([]);
    expect(await found('exact', 'tides.v2')).toEqual([hafen]);
    expect(await found('starts_with', 'hafen')).toEqual([hafen, port]);
    expect(await found('starts_with', 'ordnung')).toEqual(['Ordnung']);
    expect(await found('ends_with', '_2026')).toEqual([port]);
    expect(await found('ends_with', '2026.pdf')).toEqual([port]);
    expect(await found('ends_with', 'port')).toEqual([port]);
    expect(await found('contains', 'port hafen')).toEqual([]);
  });

  it('lists and counts what all conditions hold for, as a loop over all resources does', async () => {
    const property = fc.asyncProperty(
      fc.array(resource, { minLength: 1, maxLength: ids.length }),
      fc.array(fc.record({ tree, text, visibility, hidden: fc.constantFrom(undefined, true, false) }), {
        minLength: 8,
        maxLength: 8,
      }),
      async (members, asked) => {
        const rows = await filled(members);
        const kbid = rows[0]?.kbid ?? '';
        for (const one of asked) {
          const conditions: CatalogConditions = { kbid, filters: [one.tree], ...one };
          const expected = rows.filter(
            (row) =>
              isVisible({ groups: row.accessGroups ?? [], hidden: row.hidden }, one.visibility) &&
              (one.hidden === undefined || row.hidden === one.hidden) &&
              (!one.text || matches(one.text, row)) &&
              holds(one.tree, row),
          );
          const newest = expected.toSorted((a, b) => compared(+b.created, +a.created) || compared(b.id, a.id));
          const byTitle = expected.toSorted(
            (a, b) => compared(folded(a.title), folded(b.title)) || compared(a.id, b.id),
          );
          await world.transactions.read(async (tx) => {
            const page = { by: 'created', order: 'desc', offset: 1, limit: 3 } as const;
            const listed = newest.slice(1, 4).map(({ id }) => id);
            expect(await catalog.listIds(conditions, page, tx)).toEqual(listed);
            const titled = { by: 'title', order: 'asc', offset: 0, limit: 10 } as const;
            expect(await catalog.listIds(conditions, titled, tx)).toEqual(byTitle.map(({ id }) => id));
            expect(await catalog.count(conditions, tx)).toBe(expected.length);
            const counted = await catalog.countLabels(
              conditions,
              { prefixes: [{ path: '/l/l', depth: 1 }, { path: '/n/s' }, { path: '/t', depth: 1 }], limit: 100 },
              tx,
            );
            const paths = [
              '/l/l',
              '/l/l/a',
              '/l/l/ab',
              '/n/s',
              '/n/s/PENDING',
              '/n/s/PROCESSED',
              '/n/s/ERROR',
              '/t',
              '/t/x',
            ];
            const counts = paths.map(
              (path) => [path, expected.filter((row) => holds({ label: path }, row)).length] as const,
            );
            expect(Object.fromEntries(counted.map((each) => [each.label, each.count]))).toEqual(
              Object.fromEntries(counts.filter(([, count]) => count > 0)),
            );
          });
        }
      },
    );
    await fc.assert(property, { numRuns: 25 });
  }, 60_000);
});
