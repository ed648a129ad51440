import { randomUUID } from 'node:crypto';
import type { IndexRunState, IndexWork } from '@lectern/contracts/knowledge-box';
import { KnowledgeBoxEntity } from '@lectern/resource-store';
import { boxRow } from '../../../resource-store/fixtures/box-row';
import { resourceRow } from '../../../resource-store/fixtures/resource-row';
import { RowsWorld } from '../../../resource-store/fixtures/rows-world';
import { ResourceRepository } from '../../../resource-store/src/resource/resource.repository';
import type { IndexRunEntity } from './index-run.entity';
import { IndexRunModule } from './index-run.module';
import { IndexRunRepository, listBoxIds } from './index-run.repository';

describe('runs over the indexes of a box', () => {
  const repository = new IndexRunRepository();
  let world: RowsWorld;
  let kbid: string;

  beforeAll(async () => {
    world = await RowsWorld.start(IndexRunModule);
  });
  beforeEach(async () => {
    await world.dataSource.query('DELETE FROM knowledge_boxes');
    kbid = await newBox();
  });
  afterAll(() => world.stop());

  async function newBox(): Promise<string> {
    const id = randomUUID();
    await world.dataSource.manager.insert(KnowledgeBoxEntity, boxRow(id));
    return id;
  }
  const run = <T>(work: Parameters<typeof world.transactions.run<T>>[0]) => world.transactions.run(work);
  const read = <T>(work: Parameters<typeof world.transactions.read<T>>[0]) => world.transactions.read(work);
  const request = (members: { work?: IndexWork; fromEmpty?: boolean; kbid?: string } = {}) =>
    run((tx) => repository.request({ work: 'rebuild', fromEmpty: false, kbid, now: new Date(), ...members }, tx));
  const find = async (box = kbid, work: IndexWork = 'rebuild') => {
    const found = await read((tx) => repository.find(box, work, tx));
    if (!found) throw new Error('No run');
    return found;
  };
  const change = async (members: Partial<IndexRunEntity>, box = kbid, work: IndexWork = 'rebuild') => {
    const { id } = await find(box, work);
    return run((tx) => repository.change({ kbid: box, work, id }, members, tx));
  };
  const heal = (index: 'keywords' | 'vectors', box = kbid) => run((tx) => repository.heal({ kbid: box, index }, tx));
  const isFilling = () => read((tx) => repository.isFilling(kbid, tx));

  describe('that are requested', () => {
    it('wait, with the number of resources that they are about', async () => {
      await run((tx) => new ResourceRepository().insertRow(resourceRow(kbid, 'a'.repeat(32)), tx));
      expect(await request()).toEqual([kbid]);
      expect(await find()).toMatchObject({
        ...{ state: 'waiting', phase: 'put', fromEmpty: false, cursor: '', resourcesTotal: 1, resourcesDone: 0 },
        ...{ error: null, started: null, ended: null, indexes: [] },
      });
    });

    it.each([
      ['rebuild', false, 'put'],
      ['rebuild', true, 'drop'],
      ['verify', false, 'compare'],
    ] as const)('for %s, from empty: %s, begin with %s', async (work, fromEmpty, phase) => {
      await request({ work, fromEmpty });
      expect((await find(kbid, work)).phase).toBe(phase);
    });

    it('of one box or of all, and of none that is not there', async () => {
      const other = await newBox();
      expect((await request({ kbid: undefined })).toSorted()).toEqual([kbid, other].toSorted());
      expect(await request({ kbid: randomUUID() })).toEqual([]);
    });

    it('again while they are active change nothing', async () => {
      await request();
      const { id } = await find();
      for (const state of ['waiting', 'running'] as const) {
        await change({ state });
        expect(await request()).toEqual([kbid]);
        expect(await find()).toMatchObject({ id, state });
      }
    });

    it('from empty replace an active one that would keep what is there', async () => {
      await request();
      await change({ state: 'running', cursor: 'x', resourcesDone: 5 });
      const { id } = await find();
      await request({ fromEmpty: true });
      const replaced = await find();
      expect(replaced).toMatchObject({
        state: 'waiting',
        fromEmpty: true,
        phase: 'drop',
        cursor: '',
        resourcesDone: 0,
      });
      expect(replaced.id).not.toBe(id);
      await request({ fromEmpty: true });
      expect((await find()).id).toBe(replaced.id);
    });

    it('after the last has ended begin anew', async () => {
      await request();
      for (const state of ['done', 'failed'] as const) {
        await change({ state, error: 'It broke', ended: new Date(), differences: 3, removed: 2 });
        const { id } = await find();
        await request();
        const next = await find();
        expect(next).toMatchObject({ state: 'waiting', error: null, ended: null, differences: 0, removed: 0 });
        expect(next.id).not.toBe(id);
      }
    });

    it('after one that failed on an emptied index fill it from empty again, though nobody said so', async () => {
      await request({ fromEmpty: true });
      await change({ state: 'failed', phase: 'put' });
      await request({ fromEmpty: false });
      expect(await find()).toMatchObject({ fromEmpty: true, state: 'waiting' });
    });

    it('after one that failed later keep what is there', async () => {
      await request({ fromEmpty: true });
      await change({ state: 'failed', phase: 'sweep' });
      await request({ fromEmpty: false });
      expect(await find()).toMatchObject({ fromEmpty: false });
    });

    it('at the same time are one', async () => {
      await Promise.all(Array.from({ length: 5 }, () => request()));
      expect(await read((tx) => repository.totals('rebuild', kbid, tx))).toMatchObject([
        { state: 'waiting', count: 1 },
      ]);
    });
  });

  describe('that heal a damaged index', () => {
    it('drop that index alone', async () => {
      expect(await heal('vectors')).toBe(true);
      expect(await find()).toMatchObject({ fromEmpty: true, phase: 'drop-vectors', state: 'waiting' });
      expect(await heal('vectors')).toBe(false);
      expect(await heal('vectors', randomUUID())).toBe(false);
    });

    it('drop both when the other one is to be dropped already', async () => {
      await heal('vectors');
      expect(await heal('keywords')).toBe(true);
      expect((await find()).phase).toBe('drop');
      expect(await heal('vectors')).toBe(false);
    });

    it('drop one alone after the other was healed', async () => {
      await heal('vectors');
      await change({ state: 'done', phase: 'sweep' });
      await heal('keywords');
      expect((await find()).phase).toBe('drop-keywords');
    });

    it('replace a run that keeps what is there', async () => {
      await request();
      await change({ state: 'running', cursor: 'x' });
      expect(await heal('keywords')).toBe(true);
      expect(await find()).toMatchObject({ phase: 'drop-keywords', cursor: '', state: 'waiting' });
    });
  });

  it.each<[IndexRunState, IndexRunEntity['phase'], boolean]>([
    ['waiting', 'drop', false],
    ['running', 'drop', true],
    ['failed', 'drop', true],
    ['waiting', 'drop-vectors', true],
    ['running', 'put', true],
    ['failed', 'put', true],
    ['done', 'put', false],
    ['running', 'sweep', false],
  ])('that are %s at %s leave their indexes incomplete: %s', async (state, phase, isIncomplete) => {
    await request({ fromEmpty: true });
    await change({ state, phase });
    expect(await isFilling()).toBe(isIncomplete);
    const filling = await read((tx) => repository.listFilling(10, tx));
    expect(filling.map((one) => one.kbid)).toEqual(isIncomplete ? [kbid] : []);
  });

  it('that keep what is there leave no index incomplete', async () => {
    await request();
    await change({ state: 'running', phase: 'put' });
    expect([await isFilling(), await read((tx) => repository.lastFromEmpty(kbid, tx))]).toEqual([false, undefined]);
    await request({ fromEmpty: true });
    expect(await read((tx) => repository.lastFromEmpty(kbid, tx))).toBe((await find()).id);
  });

  it('that were replaced change nothing any more', async () => {
    await request();
    const { id } = await find();
    await request({ fromEmpty: true });
    const late = run((tx) => repository.change({ kbid, work: 'rebuild', id }, { resourcesDone: 9 }, tx));
    expect([await late, (await find()).resourcesDone]).toEqual([false, 0]);
  });

  it('are active while they wait or run', async () => {
    const isActive = (work: IndexWork = 'rebuild') => read((tx) => repository.isActive(kbid, work, tx));
    expect(await isActive()).toBe(false);
    await request();
    for (const [state, expected] of [
      ['waiting', true],
      ['running', true],
      ['done', false],
      ['failed', false],
    ] as const) {
      await change({ state });
      expect([state, await isActive(), await isActive('verify')]).toEqual([state, expected, false]);
    }
  });

  it('are listed with those first that need somebody', async () => {
    const states: [IndexRunState, number][] = [
      ['done', 0],
      ['waiting', 0],
      ['running', 0],
      ['done', 2],
      ['failed', 0],
    ];
    for (const [state, differences] of states) {
      const box = await newBox();
      await request({ kbid: box });
      await change({ state, differences }, box);
    }
    const list = async (limit: number, box?: string) =>
      (await read((tx) => repository.list('rebuild', { kbid: box, limit }, tx))).map((one) => [
        one.state,
        one.differences,
      ]);
    expect(await list(10)).toEqual([
      ['failed', 0],
      ['done', 2],
      ['running', 0],
      ['waiting', 0],
      ['done', 0],
    ]);
    expect([await list(1), await list(10, kbid)]).toEqual([[['failed', 0]], []]);
    const totals = await read((tx) => repository.totals('rebuild', undefined, tx));
    expect(totals.find(({ state }) => state === 'done')).toMatchObject({ count: 2, differences: 2 });
  });

  it('go with their box', async () => {
    await request();
    expect(await read((tx) => repository.hasBox(kbid, tx))).toBe(true);
    await world.dataSource.manager.delete(KnowledgeBoxEntity, { id: kbid });
    expect(await read((tx) => repository.find(kbid, 'rebuild', tx))).toBeUndefined();
    expect(await read((tx) => repository.hasBox(kbid, tx))).toBe(false);
  });

  it('are asked of all boxes in pages of ids', async () => {
    const all = [kbid, await newBox(), await newBox()].toSorted();
    const page = (after: string, limit: number) => read((tx) => listBoxIds({ after, limit }, tx));
    expect([await page('', 2), await page(all[1] ?? '', 2), await page(all[2] ?? '', 2)]).toEqual([
      all.slice(0, 2),
      all.slice(2),
      [],
    ]);
  });
});
