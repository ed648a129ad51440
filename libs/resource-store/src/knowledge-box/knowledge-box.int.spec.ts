import { randomUUID } from 'node:crypto';
import { boxRow } from '../../fixtures/box-row';
import { RowsWorld } from '../../fixtures/rows-world';
import type { KnowledgeBoxEntity } from './knowledge-box.entity';
import { KnowledgeBoxRepository } from './knowledge-box.repository';

describe('rows of knowledge boxes', () => {
  let world: RowsWorld;
  let repository: KnowledgeBoxRepository;
  let account: string;

  beforeAll(async () => {
    world = await RowsWorld.start();
  });
  beforeEach(() => {
    repository = new KnowledgeBoxRepository(world.transactions);
    account = randomUUID();
  });
  afterAll(() => world.stop());

  const run = <T>(work: Parameters<typeof world.transactions.run<T>>[0]) => world.transactions.run(work);
  const read = <T>(work: Parameters<typeof world.transactions.read<T>>[0]) => world.transactions.read(work);
  // All members that have no default.
  const rowOf = (members: object) => ({ ...boxRow(randomUUID(), account), ...members }) as KnowledgeBoxEntity;
  const insert = async (members: object = {}) => {
    const row = rowOf(members);
    await run((tx) => repository.insert(row, tx));
    return row;
  };
  const missing = { code: 'not_found', message: 'Knowledge Box does not exist' };

  it('are read as they were stored', async () => {
    const searchConfigs = { a: { kind: 'find', config: { query: '🌊' } } };
    const { id } = await insert({ title: 'Gezeiten 🌊', searchConfigs, allowedOrigins: [], allowedIpAddresses: null });
    expect(await read((tx) => repository.read(id, tx))).toMatchObject({
      ...{ id, account, title: 'Gezeiten 🌊', searchConfigs, allowedOrigins: [], allowedIpAddresses: null },
      ...{ description: null, learningConfiguration: null },
    });
    await expect(read((tx) => repository.read(randomUUID(), tx))).rejects.toMatchObject(missing);
  });

  it('have slugs of their own in their account', async () => {
    await insert({ slug: 'tides' });
    await expect(insert({ slug: 'tides' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'A knowledge box with the slug tides exists already',
    });
    const other = await insert({ slug: 'ebb' });
    await expect(run((tx) => repository.update({ ...other, slug: 'tides' }, tx))).rejects.toMatchObject({
      code: 'conflict',
    });
    await insert({ slug: 'tides', account: randomUUID() });
  });

  it('are listed by slug, those of an account and of the wanted modes', async () => {
    for (const [slug, mode] of [
      ['b', 'kb'],
      ['a', 'agent'],
      ['c', 'kb'],
    ])
      await insert({ slug, mode });
    await insert({ account: randomUUID() });
    const slugs = async (...modes: Parameters<KnowledgeBoxRepository['list']>[1]) =>
      (await read((tx) => repository.list(account, modes, tx))).map(({ slug }) => slug);
    expect([await slugs('kb'), await slugs('kb', 'agent'), await slugs()]).toEqual([['b', 'c'], ['a', 'b', 'c'], []]);
    expect(await read((tx) => repository.count(account, tx))).toBe(3);
    const found = await read((tx) => repository.listBySlug([account, randomUUID()], 'a', tx));
    expect(found.map(({ slug }) => slug)).toEqual(['a']);
  });

  it('of other accounts are neither locked, changed nor deleted', async () => {
    const box = await insert({ title: 'Mine' });
    const stranger = randomUUID();
    await expect(run((tx) => repository.lock(stranger, box.id, tx))).rejects.toMatchObject(missing);
    await expect(run((tx) => repository.delete(stranger, box.id, tx))).rejects.toMatchObject(missing);
    await run((tx) => repository.update({ ...box, account: stranger, title: 'Theirs' }, tx));
    expect((await read((tx) => repository.read(box.id, tx))).title).toBe('Mine');
  });

  it('are deleted once', async () => {
    const { id } = await insert();
    await run((tx) => repository.delete(account, id, tx));
    await expect(run((tx) => repository.delete(account, id, tx))).rejects.toMatchObject(missing);
  });

  it('are not deleted while somebody holds them', async () => {
    const { id } = await insert();
    await expect(run((tx) => repository.hold(randomUUID(), tx))).rejects.toMatchObject(missing);
    const order: string[] = [];
    const held = Promise.withResolvers<void>();
    const holding = run(async (tx) => {
      await repository.hold(id, tx);
      held.resolve();
      await new Promise((resolve) => setTimeout(resolve, 200));
      order.push('released');
    });
    await held.promise;
    await run((tx) => repository.delete(account, id, tx)).then(() => order.push('deleted'));
    await holding;
    expect(order).toEqual(['released', 'deleted']);
  });

  it('keep their settings in memory until they are told to forget them', async () => {
    const box = await insert({ title: 'Before' });
    expect((await repository.get(box.id)).title).toBe('Before');
    await run((tx) => repository.update({ ...box, title: 'After' }, tx));
    expect((await repository.get(box.id)).title).toBe('Before');
    repository.invalidate(box.id);
    expect(await repository.get(box.id)).toMatchObject({ kbid: box.id, account, title: 'After', state: 'PRIVATE' });
  });

  it('that are not there are not kept as missing', async () => {
    const id = randomUUID();
    await expect(repository.get(id)).rejects.toMatchObject(missing);
    await insert({ id });
    expect((await repository.get(id)).kbid).toBe(id);
  });
});
