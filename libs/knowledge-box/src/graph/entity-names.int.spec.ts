import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IndexFilter, Visibility } from '@lectern/contracts/core';
import type { GraphNamesQuery } from '@lectern/contracts/knowledge-box';
import { ChangeLogRepository, foldedValue } from '@lectern/resource-store';
import { EntityNamesRepository } from './entity-names.repository';
import { GraphNamesRepository } from './graph-names.repository';
import { GraphRepository } from './graph.repository';
import { statementsDuring } from '@lectern/testing';
import fc from 'fast-check';
import { resourceRow } from '../../../resource-store/fixtures/resource-row';
import { RowsWorld } from '../../../resource-store/fixtures/rows-world';
import { withCatalogColumns } from '../../../resource-store/src/resource/resource-columns';
import { ResourceEntity } from '../../../resource-store/src/resource/resource.entity';
import { BoxNames } from './box-names';
import { EntityNames } from './entity-names.service';

const PAUSE_MS = 5;
const LETTERS = ['a', 'b', 'é', ' ', '-', '日', '.'];

/** A resource and the entities in its edges. */
interface Described {
  readonly hidden: boolean;
  readonly groups: readonly string[];
  readonly mentions: readonly { readonly name: string; readonly group: string; readonly isSource: boolean }[];
}

const name = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 7 });
const described: fc.Arbitrary<Described> = fc.record({
  hidden: fc.boolean(),
  groups: fc.subarray(['/g', 'h']),
  mentions: fc.array(fc.record({ name, group: fc.constantFrom('PERSON', 'PLACE'), isSource: fc.boolean() }), {
    maxLength: 6,
  }),
});
const visibility: fc.Arbitrary<Visibility> = fc.record(
  { groups: fc.subarray(['g', 'h']), hidden: fc.boolean() },
  { requiredKeys: ['hidden'] },
);
const filter: fc.Arbitrary<IndexFilter | undefined> = fc.constantFrom<IndexFilter | undefined>(
  undefined,
  { all: [{ hidden: false }] },
  { all: [{ visibleTo: ['h'] }, { not: { hidden: true } }] },
  { any: [{ visibleTo: ['g'] }, { hidden: true }] },
);

describe('names of entities', () => {
  const log = new ChangeLogRepository();
  let world: RowsWorld;
  let boxes: BoxNames;
  let names: EntityNames;
  let slow: EntityNames;

  beforeAll(async () => {
    world = await RowsWorld.start();
    const { transactions } = world;
    const repositories = [new GraphNamesRepository(), new GraphRepository()] as const;
    boxes = new BoxNames(transactions, new EntityNamesRepository());
    names = new EntityNames(transactions, boxes, ...repositories);
    const none = new BoxNames(transactions, new EntityNamesRepository());
    none.of = async () => undefined;
    slow = new EntityNames(transactions, none, ...repositories);
  });
  afterAll(() => world.stop());

  const ridOf = (n: number) => n.toString(16).padStart(32, '0');

  /** Commits a new or replaced resource as the services do, with a row in the change log. */
  async function store(kbid: string, n: number, { hidden, groups, mentions }: Described): Promise<void> {
    const row = { ...resourceRow(kbid, ridOf(n)), hidden, accessGroups: [...groups] };
    await world.transactions.run(async (tx) => {
      await tx.upsert(ResourceEntity, withCatalogColumns(row) as object, ['kbid', 'id']);
      await tx.query('DELETE FROM graph_edges WHERE kbid = $1 AND rid = $2', [kbid, row.id]);
      for (const [number, { name: value, group, isSource }] of mentions.entries()) {
        const entity = [`'entity'`, '$4::text', '$5::text', '$6::text'];
        const other = [`'label'`, `''`, `'a/b'`, `'a/b'`];
        const [source, target] = isSource ? [entity, other] : [other, entity];
        await tx.query(
          `INSERT INTO graph_edges (kbid, rid, letter, id, number, seqid, source_type, source_group, source_value,
            source_folded, relation, label, target_type, target_group, target_value, target_folded, provenance, task_id)
          VALUES ($1, $2, 't', 'a', $3, 1, ${source.join(', ')}, 'ENTITY', '', ${target.join(', ')}, 'processor', '')`,
          [kbid, row.id, number, group, value, foldedValue(value)],
        );
      }
      await log.append([row], { kind: 'modified', by: 'user', at: new Date() }, tx);
    });
  }

  async function untilKept(kbid: string): Promise<void> {
    while (!(await boxes.of(kbid))) await sleep(PAUSE_MS);
  }

  const asked = (kbid: string, more: Partial<GraphNamesQuery>): GraphNamesQuery => ({
    kbid,
    visibility: { hidden: true },
    beginnings: [],
    limit: 10,
    misspeltTimeoutMs: 5_000,
    ...more,
  });

  it('are the same from memory as from the database, also after changes', async () => {
    const requests = fc.array(fc.tuple(fc.array(name, { minLength: 1, maxLength: 3 }), visibility, filter), {
      minLength: 12,
      maxLength: 12,
    });
    const box = fc.array(described, { minLength: 1, maxLength: 8 });
    const property = fc.asyncProperty(box, box, requests, async (before, after, all) => {
      const kbid = randomUUID();
      for (const [n, one] of before.entries()) await store(kbid, n, one);
      await untilKept(kbid);
      for (const [n, one] of after.entries()) await store(kbid, n + 3, one);
      for (const [beginnings, seen, kept] of all) {
        const query = asked(kbid, { beginnings, visibility: seen, ...(kept && { filter: kept }) });
        expect([query, await names.list(query)]).toEqual([query, await slow.list(query)]);
      }
    });
    await fc.assert(property, { numRuns: 25, endOnFailure: true });
  }, 120_000);

  it('are found in one statement, with a letter wrong, too', async () => {
    const kbid = randomUUID();
    const mentions = [{ name: 'Ada Lovelace', group: 'PERSON', isSource: false }];
    await store(kbid, 1, { hidden: false, groups: [], mentions });
    await untilKept(kbid);
    for (const beginning of ['ada lo', 'ada lw', 'nobody']) {
      const statements = await statementsDuring(world.dataSource, () =>
        names.list(asked(kbid, { beginnings: [beginning] })),
      );
      expect(statements).toHaveLength(1);
    }
    expect((await names.list(asked(kbid, { beginnings: ['adz'] }))).nodes).toMatchObject([{ value: 'Ada Lovelace' }]);
  });

  it('of a resource are not found any more as soon as it is restricted, or gone', async () => {
    const kbid = randomUUID();
    const one = { hidden: false, groups: [], mentions: [{ name: 'Ada', group: 'PERSON', isSource: true }] };
    await store(kbid, 1, one);
    await untilKept(kbid);
    const seen = asked(kbid, { beginnings: ['ada'], visibility: { hidden: false, groups: [] } });
    expect((await names.list(seen)).nodes).toHaveLength(1);
    await store(kbid, 1, { ...one, groups: ['g'] });
    expect((await names.list(seen)).nodes).toEqual([]);
    await store(kbid, 1, one);
    expect((await names.list(seen)).nodes).toHaveLength(1);
    await world.transactions.run(async (tx) => {
      await tx.delete(ResourceEntity, { kbid, id: ridOf(1) });
      await log.append([{ kbid, id: ridOf(1) }], { kind: 'deleted', by: 'user', at: new Date() }, tx);
    });
    expect((await names.list(seen)).nodes).toEqual([]);
  });

  it('are read from the database where they take more than their share of the memory', async () => {
    class FewNames extends BoxNames {
      protected override readonly sizeBytesEachMax = 2_000;
    }
    const few = new FewNames(world.transactions, new EntityNamesRepository());
    const [small, large] = [randomUUID(), randomUUID()];
    const mentions = ['Ada', 'Bob', 'Eve', 'Zoe'].map((name) => ({ name, group: 'PERSON', isSource: false }));
    await store(small, 1, { hidden: false, groups: [], mentions: mentions.slice(0, 1) });
    await store(large, 1, { hidden: false, groups: [], mentions });
    expect(await few.of(large)).toBeUndefined();
    while (!(await few.of(small))) await sleep(PAUSE_MS);
    expect(await few.of(large)).toBeUndefined();
    await store(small, 2, { hidden: false, groups: [], mentions });
    expect(await few.of(small)).toBeUndefined();
  });

  it('have no character NUL, which is refused', async () => {
    const kbid = randomUUID();
    await store(kbid, 1, { hidden: false, groups: [], mentions: [] });
    await untilKept(kbid);
    await expect(names.list(asked(kbid, { beginnings: ['a\0b'] }))).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('are read from the database where a filter is about more than who may see them', async () => {
    const kbid = randomUUID();
    await store(kbid, 1, { hidden: false, groups: [], mentions: [{ name: 'Ada', group: 'PLACE', isSource: false }] });
    await untilKept(kbid);
    const query = asked(kbid, { beginnings: ['ada'], filter: { all: [{ resources: [ridOf(2)] }] } });
    expect((await names.list(query)).nodes).toEqual([]);
    expect((await names.list({ ...query, filter: { all: [{ resources: [ridOf(1)] }] } })).nodes).toHaveLength(1);
  });
});
