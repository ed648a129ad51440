import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { isVisible, type IndexFilter, unrestricted, type Visibility } from '@lectern/contracts/core';
import {
  edgeProvenances,
  type GraphQuery,
  type NodePattern,
  type PathPattern,
  relationTypes,
} from '@lectern/contracts/knowledge-box';
import type { Transactions } from '@lectern/database';
import { resourceRow } from '../../../resource-store/fixtures/resource-row';
import { RowsWorld } from '../../../resource-store/fixtures/rows-world';
import { ResourceEntity } from '@lectern/resource-store';
import { withCatalogColumns } from '../../../resource-store/src/resource/resource-columns';
import { GraphEdgeEntity } from '../../../resource-store/src/graph/graph-edge.entity';
import { GraphRepository } from './graph.repository';

type Edge = Omit<GraphEdgeEntity, 'kbid' | 'number' | 'seqid' | 'sourceFolded' | 'targetFolded' | 'place'>;

const values = ['open', 'ada', 'adam', 'ada king', 'bda', 'idaho', 'zoe x'];
const rids = ['open', 'hidden', 'closed'];
const types = ['entity', 'resource', 'user'] as const;
const groups = ['', 'PERSON'];
const labels = ['', 'knows', 'likes'];

const edge: fc.Arbitrary<Edge> = fc.record({
  rid: fc.constantFrom(...rids),
  letter: fc.constantFrom('', 't', 'c'),
  id: fc.constantFrom('a', 'b'),
  sourceType: fc.constantFrom(...types),
  sourceGroup: fc.constantFrom(...groups),
  sourceValue: fc.constantFrom(...values),
  relation: fc.constantFrom(...relationTypes),
  label: fc.constantFrom(...labels),
  targetType: fc.constantFrom(...types),
  targetGroup: fc.constantFrom(...groups),
  targetValue: fc.constantFrom(...values),
  provenance: fc.constantFrom(...edgeProvenances),
  taskId: fc.constantFrom('', 'task-1', 'task-2'),
});
const node: fc.Arbitrary<NodePattern> = fc.record(
  {
    type: fc.constantFrom(...types),
    group: fc.constantFrom(...groups),
    value: fc.constantFrom(...values, 'ad', 'king'),
    match: fc.constantFrom('exact', 'fuzzy', 'fuzzy_words'),
  },
  { requiredKeys: ['match'] },
);
const relation = fc.record(
  { type: fc.constantFrom(...relationTypes), label: fc.constantFrom(...labels) },
  { requiredKeys: [] },
);
const path: fc.Arbitrary<PathPattern> = fc.record(
  { source: node, relation, destination: node, undirected: fc.boolean() },
  { requiredKeys: ['undirected'] },
);
const leaf: fc.Arbitrary<GraphQuery> = fc.oneof(
  path.map((one) => ({ path: one })),
  fc.record({ node, at: fc.constantFrom('source' as const, 'destination' as const, 'either' as const) }),
  relation.map((one) => ({ relation: one })),
  fc.record(
    { generatedBy: fc.constantFrom(...edgeProvenances), taskPrefix: fc.constantFrom('task', 'task-1') },
    { requiredKeys: ['generatedBy'] },
  ),
);
const query: fc.Arbitrary<GraphQuery> = fc.letrec<{ tree: GraphQuery }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
    tie('tree').map((not) => ({ not })),
  ),
})).tree;
const visibility = fc.constantFrom<Visibility>(
  ...[unrestricted, { hidden: false }, { groups: [], hidden: true }, { groups: ['hr'], hidden: false }],
);
const filter = fc.option(
  fc.constantFrom<IndexFilter>(
    ...[{ resources: ['open'] }, { fields: ['t'] }, { not: { fields: ['t/a'] } }, { resourceFields: ['open/c/b'] }],
    ...[{ any: [{ fields: ['c/a'] }, { resources: ['closed'] }] }, { all: [] }, { any: [] }],
  ),
  { nil: undefined },
);

/** Whether some prefix of a text equals `wanted` up to one edit, by the Wagner–Fischer table. */
function beginsNearly(text: string, wanted: string): boolean {
  let row = Array.from({ length: wanted.length + 1 }, (_, i) => i);
  let best = row[wanted.length] ?? 0;
  for (const letter of text) {
    const next = [(row[0] ?? 0) + 1];
    for (let i = 1; i <= wanted.length; i++)
      next.push(
        Math.min((row[i] ?? 0) + 1, (next[i - 1] ?? 0) + 1, (row[i - 1] ?? 0) + Number(wanted[i - 1] !== letter)),
      );
    row = next;
    best = Math.min(best, row[wanted.length] ?? 0);
  }
  return best <= 1;
}

function isNode({ type, group, value, match }: NodePattern, own: [string, string, string]): boolean {
  if (type !== undefined && own[0] !== type) return false;
  if (group !== undefined && own[1] !== group) return false;
  if (value === undefined) return true;
  if (match === 'exact' || value.length < 3) return own[2] === value;
  if (match === 'fuzzy') return beginsNearly(own[2], value);
  return value
    .split(' ')
    .some(
      (word) =>
        own[2].split(' ').some((one) => (word.length < 3 ? one === word : false)) ||
        (word.length >= 3 && suffixesOf(own[2]).some((rest) => beginsNearly(rest, word))),
    );
}

/** The text from the beginning of each word. */
function suffixesOf(text: string): string[] {
  return text.split(' ').map((_, i, all) => all.slice(i).join(' '));
}

function fulfils(asked: GraphQuery, one: Edge): boolean {
  const source: [string, string, string] = [one.sourceType, one.sourceGroup, one.sourceValue];
  const target: [string, string, string] = [one.targetType, one.targetGroup, one.targetValue];
  if ('all' in asked) return asked.all.every((part) => fulfils(part, one));
  if ('any' in asked) return asked.any.some((part) => fulfils(part, one));
  if ('not' in asked) return !fulfils(asked.not, one);
  if ('generatedBy' in asked)
    return one.provenance === asked.generatedBy && one.taskId.startsWith(asked.taskPrefix ?? '');
  const isRelation = ({ type, label }: { type?: string; label?: string } = {}) =>
    (type === undefined || one.relation === type) && (label === undefined || one.label === label);
  if ('relation' in asked) return isRelation(asked.relation);
  if ('node' in asked) {
    const ends = { source: [source], destination: [target], either: [source, target] }[asked.at];
    return ends.some((end) => isNode(asked.node, end));
  }
  const { path: wanted } = asked;
  const leads = (from: typeof source, to: typeof source) =>
    (!wanted.source || isNode(wanted.source, from)) && (!wanted.destination || isNode(wanted.destination, to));
  return isRelation(wanted.relation) && (leads(source, target) || (wanted.undirected && leads(target, source)));
}

function keeps(asked: IndexFilter, one: Edge): boolean {
  const field = one.letter === '' ? '' : `${one.letter}/${one.id}`;
  if ('all' in asked) return asked.all.every((part) => keeps(part, one));
  if ('any' in asked) return asked.any.some((part) => keeps(part, one));
  if ('not' in asked) return !keeps(asked.not, one);
  if ('resources' in asked) return asked.resources.includes(one.rid);
  if ('fields' in asked) return one.letter !== '' && asked.fields.some((name) => name === one.letter || name === field);
  return 'resourceFields' in asked && asked.resourceFields.includes(`${one.rid}/${field}`);
}

describe('queries of random graphs', () => {
  const graph = new GraphRepository();
  let world: RowsWorld;
  let transactions: Transactions;

  beforeAll(async () => {
    world = await RowsWorld.start();
    ({ transactions } = world);
  });
  afterAll(() => world.stop());

  it('find the same as judging each edge by itself', async () => {
    const given = fc.record({ edges: fc.array(edge, { maxLength: 12 }), query, visibility, filter });
    await fc.assert(
      fc.asyncProperty(given, async (one) => {
        const kbid = randomUUID();
        const members: Record<string, Partial<ResourceEntity>> = {
          open: {},
          hidden: { hidden: true },
          closed: { accessGroups: ['/hr'] },
        };
        const found = await transactions.run(async (tx) => {
          await tx.insert(
            ResourceEntity,
            rids.map((rid): object => withCatalogColumns(resourceRow(kbid, rid, members[rid]))),
          );
          const rest = { kbid, seqid: 1, place: null };
          const rows = one.edges.map((row, number): object => ({
            ...row,
            ...rest,
            number,
            sourceFolded: row.sourceType === 'resource' && row.sourceValue === row.rid ? null : row.sourceValue,
            targetFolded: row.targetValue,
          }));
          await tx.insert(GraphEdgeEntity, rows);
          const asked = { kbid, limit: 500, query: one.query, visibility: one.visibility };
          return (await graph.paths({ ...asked, ...(one.filter && { filter: one.filter }) }, tx)).paths;
        });
        const isOpen = ({ rid }: Edge) => {
          const { accessGroups, hidden } = resourceRow(kbid, rid, members[rid]);
          return isVisible({ groups: accessGroups ?? [], hidden }, one.visibility);
        };
        const wanted = one.edges.filter(
          (row) => isOpen(row) && (!one.filter || keeps(one.filter, row)) && fulfils(one.query, row),
        );
        const textOf = (parts: readonly unknown[]) => parts.join('|');
        const expected = wanted.map((row) =>
          textOf([
            row.sourceType,
            row.sourceGroup,
            row.sourceValue,
            row.relation,
            row.label,
            row.targetType,
            row.targetGroup,
            row.targetValue,
            row.letter === '' ? '' : `${row.rid}/${row.letter}/${row.id}`,
          ]),
        );
        const actual = found.map(({ source, relation: { type, label }, destination, metadata }) =>
          textOf([
            source.type,
            source.group,
            source.value,
            type,
            label,
            destination.type,
            destination.group,
            destination.value,
            metadata?.field_id ?? '',
          ]),
        );
        expect(actual.sort()).toEqual([...new Set(expected)].sort());
        const scores = found.map(({ score }) => score);
        expect(scores).toEqual([...scores].sort((a, b) => b - a));
        for (const score of scores) expect(score > 0 && score <= 1).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});
