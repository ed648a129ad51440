import { randomUUID } from 'node:crypto';
import { unrestricted, type Visibility } from '@lectern/contracts/core';
import { ChangeLogRepository, KnowledgeBoxEntity, ResourceEntity, ResourceRepository } from '@lectern/resource-store';
import { ResourceAccessRepository } from './resource-access.repository';
import type { EntityManager } from 'typeorm';
import { boxRow } from '../../../resource-store/fixtures/box-row';
import { resourceRow } from '../../../resource-store/fixtures/resource-row';
import { RowsWorld } from '../../../resource-store/fixtures/rows-world';
import { withCatalogColumns } from '../../../resource-store/src/resource/resource-columns';
import { ResourceVisibility } from './resource-visibility';

const ridOf = (n: number) => n.toString(16).padStart(32, '0');
const readers: Visibility = { groups: ['readers'], hidden: false };
const everyone: Visibility = { groups: [], hidden: false };

/** Records the resources that are read from the database. */
class NotedReads extends ResourceAccessRepository {
  readonly asked: (readonly string[])[] = [];

  override read(...given: Parameters<ResourceAccessRepository['read']>) {
    this.asked.push(given[1].rids);
    return super.read(...given);
  }
}

describe('ResourceVisibility', () => {
  const log = new ChangeLogRepository();
  let world: RowsWorld;
  let kbid: string;
  let reads: NotedReads;
  let visible: ResourceVisibility;

  beforeAll(async () => {
    world = await RowsWorld.start();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    kbid = randomUUID();
    reads = new NotedReads();
    visible = new ResourceVisibility(world.transactions, reads);
    await world.dataSource.manager.insert(KnowledgeBoxEntity, boxRow(kbid));
  });

  const rids = [0, 1, 2, 3].map(ridOf);
  const list = async (visibility: Visibility = everyone) =>
    (await visible.list({ kbid, rids, visibility })).rids.map((rid) => rids.indexOf(rid)).sort();
  const note = (n: number, tx: EntityManager) =>
    log.append([{ kbid, id: ridOf(n) }], { kind: 'modified', by: 'ann', at: new Date() }, tx);
  const change = async (n: number, values: Partial<ResourceEntity>, tx: EntityManager) => {
    await tx.update(ResourceEntity, { kbid, id: ridOf(n) }, values);
    await note(n, tx);
  };
  const changed = (n: number, values: Partial<ResourceEntity>) => world.transactions.run((tx) => change(n, values, tx));
  const added = (n: number, values: Partial<ResourceEntity> = {}) =>
    world.transactions.run(async (tx) => {
      const row: object = withCatalogColumns(resourceRow(kbid, ridOf(n), { slug: `${n}`, ...values }));
      await tx.insert(ResourceEntity, row);
      await note(n, tx);
    });

  it('are those that exist, are not hidden and are of a group of the caller', async () => {
    await Promise.all([added(0), added(1, { hidden: true }), added(2, { accessGroups: ['/readers'] })]);
    for (const time of ['read', 'kept']) {
      expect([time, await list()]).toEqual([time, [0]]);
      expect([time, await list(readers)]).toEqual([time, [0, 2]]);
      expect([time, await list(unrestricted)]).toEqual([time, [0, 1, 2]]);
    }
  });

  it('are read once, and again only when they change', async () => {
    await Promise.all([added(0), added(1)]);
    expect(await list()).toEqual([0, 1]);
    await list(readers);
    expect(reads.asked).toEqual([rids, []]);
    await changed(1, { title: 'Another' });
    expect(await list()).toEqual([0, 1]);
    expect(reads.asked.slice(2)).toEqual([[], [ridOf(1)]]);
  });

  it('are restricted, hidden, deleted and added from the commit on', async () => {
    await Promise.all([added(0), added(1), added(2)]);
    expect(await list()).toEqual([0, 1, 2]);
    await changed(0, { accessGroups: ['readers'] });
    expect(await list()).toEqual([1, 2]);
    await changed(1, { hidden: true });
    expect(await list()).toEqual([2]);
    await world.transactions.run(async (tx) => {
      await new ResourceRepository().delete(kbid, ridOf(2), tx);
      await note(2, tx);
    });
    expect(await list()).toEqual([]);
    await added(3);
    expect(await list(readers)).toEqual([0, 3]);
  });

  it('hear of a change that began before they were read, and was committed after', async () => {
    await added(0);
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = world.transactions.run(async (tx) => {
      await change(0, { hidden: true }, tx);
      begun.resolve();
      await end.promise;
    });
    await begun.promise;
    expect(await list()).toEqual([0]);
    await added(1);
    expect(await list()).toEqual([0, 1]);
    end.resolve();
    await slow;
    expect(await list()).toEqual([1]);
  });

  it('are right after each change, however many ask at once', async () => {
    await Promise.all([0, 1, 2, 3].map((n) => added(n)));
    const hidden = new Set<number>();
    for (let turn = 0; turn < 30; turn += 1) {
      const n = (turn * 7) % 4;
      const others = Array.from({ length: 3 }, () => list());
      await changed(n, { hidden: !hidden.has(n) });
      if (!hidden.delete(n)) hidden.add(n);
      const seen = [0, 1, 2, 3].filter((one) => !hidden.has(one));
      expect(await Promise.all([list(), list(), list()])).toEqual([seen, seen, seen]);
      await Promise.all(others);
    }
  });

  it('are unknown when more changed than is told apart, and read again', async () => {
    await added(0);
    expect(await list()).toEqual([0]);
    await world.transactions.run(async (tx) => {
      const others = Array.from({ length: 1_001 }, (_, i) => ({ kbid, id: ridOf(i + 100) }));
      await log.append(others, { kind: 'modified', by: 'ann', at: new Date() }, tx);
    });
    await changed(0, { hidden: true });
    expect(await list()).toEqual([]);
  });

  it('are none when the database cannot say what has changed', async () => {
    await added(0);
    expect(await list()).toEqual([0]);
    await world.dataSource.query('ALTER TABLE changes RENAME TO changes_away');
    await expect(list()).rejects.toThrow();
    await world.dataSource.query('ALTER TABLE changes_away RENAME TO changes');
    expect(await list()).toEqual([0]);
  });
});
