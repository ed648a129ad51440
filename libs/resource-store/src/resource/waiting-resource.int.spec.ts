import { randomUUID } from 'node:crypto';
import type { Visibility } from '@lectern/contracts/core';
import { boxRow } from '../../fixtures/box-row';
import { resourceRow } from '../../fixtures/resource-row';
import { RowsWorld } from '../../fixtures/rows-world';
import { UnembeddedFieldEntity } from '../field/field.entity';
import { KnowledgeBoxEntity } from '../knowledge-box/knowledge-box.entity';
import type { ResourceEntity } from './resource.entity';
import { ResourceRepository } from './resource.repository';
import { type WaitingPage, WaitingResourceRepository } from './waiting-resource.repository';

const rid = (number: number) => number.toString(16).padStart(32, '0');
const everything: Visibility = { hidden: true };

describe('resources that wait', () => {
  const repository = new WaitingResourceRepository();
  const resources = new ResourceRepository();
  let world: RowsWorld;
  let kbid: string;

  beforeAll(async () => {
    world = await RowsWorld.start();
  });
  beforeEach(async () => {
    kbid = randomUUID();
    await world.dataSource.manager.insert(KnowledgeBoxEntity, boxRow(kbid));
  });
  afterAll(() => world.stop());

  const read = <T>(work: Parameters<typeof world.transactions.read<T>>[0]) => world.transactions.read(work);
  const add = async (number: number, members: Partial<ResourceEntity> = {}, unembedded: readonly string[] = []) => {
    await world.transactions.run((tx) => resources.insertRow(resourceRow(kbid, rid(number), members), tx));
    const marks = unembedded.map((vectorset) => ({
      kbid,
      rid: rid(number),
      letter: 't',
      id: 'a',
      vectorset,
      seqid: 1,
    }));
    await world.dataSource.manager.insert(UnembeddedFieldEntity, marks as UnembeddedFieldEntity[]); // whole rows
  };
  const list = async (members: Partial<WaitingPage> = {}) => {
    const page = { kbid, visibility: everything, after: '', limit: 10, besides: [], ...members };
    return (await read((tx) => repository.list(page, tx))).map(({ id }) => Number.parseInt(id, 16));
  };
  const count = (visibility = everything, box = kbid) => read((tx) => repository.count(box, visibility, tx));

  it('are those that are not searched yet by words or by meaning, each once', async () => {
    await add(1, { status: 'PENDING' }, ['a', 'b']);
    await add(2, {}, ['a']);
    await add(3);
    await add(4, { status: 'PENDING' });
    await add(5, { status: 'ERROR' });
    expect(await list()).toEqual([1, 2, 4]);
    expect(await count()).toEqual({ words: 2, meaning: 2 });
  });

  it('say what is shown of them', async () => {
    const classifications = [{ labelset: 'topic', label: 'sea', cancelled_by_user: false }];
    await add(1, { status: 'PENDING', title: 'Gezeiten 🌊', classifications });
    const page = { kbid, visibility: everything, after: '', limit: 1, besides: [] };
    expect(await read((tx) => repository.list(page, tx))).toEqual([
      { id: rid(1), title: 'Gezeiten 🌊', classifications, status: 'PENDING', modified: expect.any(Date) },
    ]);
  });

  it('are listed in pages by id', async () => {
    for (const number of [4, 1, 3, 2]) await add(number, { status: 'PENDING' });
    expect([await list({ limit: 2 }), await list({ limit: 2, after: rid(2) }), await list({ after: rid(4) })]).toEqual([
      [1, 2],
      [3, 4],
      [],
    ]);
  });

  it('are listed with others that are named, of which some may be left out', async () => {
    await add(1, { status: 'PENDING' });
    await add(2);
    await add(3, {}, ['a']);
    expect(await list({ besides: [rid(2), rid(9)] })).toEqual([1, 2, 3]);
    expect(await list({ besides: [rid(2)], except: [rid(1), rid(2)] })).toEqual([3]);
    expect(await list({ only: [rid(1), rid(2)] })).toEqual([1]);
    expect(await list({ only: [] })).toEqual([]);
  });

  it('are neither listed nor counted for those who must not see them', async () => {
    await add(1, { status: 'PENDING', hidden: true }, ['a']);
    await add(2, { status: 'PENDING', accessGroups: ['/hr'] }, ['a']);
    await add(3, { status: 'PENDING' }, ['a']);
    const cases: [Visibility, number[]][] = [
      [everything, [1, 2, 3]],
      [{ hidden: false }, [2, 3]],
      [{ hidden: true, groups: ['hr'] }, [1, 2, 3]],
      [{ hidden: false, groups: ['it'] }, [3]],
    ];
    for (const [visibility, seen] of cases) {
      expect([visibility, await list({ visibility, besides: [rid(1)] })]).toEqual([visibility, seen]);
      expect([visibility, await count(visibility)]).toEqual([visibility, { words: seen.length, meaning: seen.length }]);
    }
  });

  it('are those of one box', async () => {
    await add(1, { status: 'PENDING' }, ['a']);
    const other = randomUUID();
    expect([await list({ kbid: other }), await count(everything, other)]).toEqual([[], { words: 0, meaning: 0 }]);
  });

  it('are counted to a number', async () => {
    for (const number of [1, 2, 3]) await add(number, { status: 'PENDING' });
    const pending = (max: number) => read((tx) => repository.countPending(kbid, max, tx));
    expect([await pending(10), await pending(2), await pending(0)]).toEqual([3, 2, 0]);
  });

  it('for the release of their account are listed by box', async () => {
    await add(1, { status: 'BLOCKED' });
    await add(2, { status: 'PENDING' });
    await add(3, { status: 'BLOCKED' });
    expect(await read((tx) => repository.listBlocked(kbid, 1, tx))).toEqual([{ kbid, rid: rid(1) }]);
    expect(await read((tx) => repository.listBlocked(kbid, 9, tx))).toHaveLength(2);
    const boxes = await read((tx) =>
      repository.listBoxesWithBlocked('00000000-0000-0000-0000-000000000000', 1_000, tx),
    );
    expect(boxes.filter((box) => box.kbid === kbid)).toEqual([{ kbid, account: kbid }]);
    expect(await read((tx) => repository.listBoxesWithBlocked(kbid, 1_000, tx))).not.toContainEqual({
      kbid,
      account: kbid,
    });
  });
});
