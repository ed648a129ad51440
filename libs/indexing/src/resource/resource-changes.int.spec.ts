import { InProcessBus } from '@lectern/bus';
import { validate } from '@lectern/contracts/core';
import { LinkFieldPayload } from '@lectern/contracts/knowledge-box';
import { ChangeLogRepository, newLinkField, type ResourceEntity, type SealedField } from '@lectern/resource-store';
import { resourceRow } from '../../../resource-store/fixtures/resource-row';
import { IndexWorld } from '../../fixtures/index-world';
import { type Changed, ResourceChanges } from './resource-changes';

const rid = (n: number) => n.toString(16).padStart(32, '0');
const byAnn = { kind: 'modified', by: 'ann' } as const;
const relabelled = (resource: ResourceEntity): Changed => ({
  resource: { ...resource, accessGroups: ['hr'] },
  toIndex: 'metadata',
});

describe('ResourceChanges', () => {
  const log = new ChangeLogRepository();
  let world: IndexWorld;
  let changes: ResourceChanges;
  let published: unknown[];
  let kbid: string;

  beforeAll(async () => {
    world = await IndexWorld.start();
    const publish = (_: unknown, data: unknown) => published.push(data);
    const bus = Object.assign(new InProcessBus(), { publish });
    changes = new ResourceChanges(world.transactions, world.resources, log, world.ingest, bus);
  });
  beforeEach(async () => {
    published = [];
    kbid = await world.newBox();
  });
  afterAll(() => world.stop());

  const read = (n: number) => world.transactions.read((tx) => world.resources.get({ kbid, rid: rid(n) }, tx));
  const logged = async () => {
    const all = await world.transactions.run((tx) => log.list(kbid, { limit: 1_000 }, tx));
    return all.map(({ rid: id, kind, by }) => [Number.parseInt(id, 16), kind, by]);
  };

  const newOne = (n: number, slug = rid(n)) => resourceRow(kbid, rid(n), { slug, status: 'PENDING', version: 1 });
  const page = newLinkField('page', validate(LinkFieldPayload, { uri: 'https://example.org/' }), new Date());
  const links: readonly SealedField[] = [{ ...page, sealedPassword: null, sealedSecrets: null }];

  it.each([
    ['without fields', []],
    ['with fields that take long', links],
  ])('create a resource, log who did it, and tell of it: %s', async (_, fields) => {
    await changes.insert(newOne(10), fields, { by: 'ann' });
    expect((await read(10)).version).toBe(1);
    expect(await logged()).toEqual([[10, 'created', 'ann']]);
    expect(published).toEqual([{ kbid, rid: rid(10), step: 'written', kind: 'created' }]);
  });

  it('log when processing begins and ends, and what was indexed, for readers of steps only', async () => {
    await changes.insert(newOne(14), links, { by: 'ann' });
    const processed = (status: ResourceEntity['status']) =>
      changes.apply({ kbid, rid: rid(14) }, { kind: 'processed', by: 'system' }, async (resource) => ({
        resource: { ...resource, status },
        toIndex: 'nothing',
      }));
    await processed('PENDING');
    await processed('ERROR');
    await processed('ERROR');
    await processed('PENDING');
    await world.transactions.run((tx) =>
      log.appendIndexed(
        [rid(14), rid(15)].map((one) => ({ kbid, rid: one })),
        'system',
        tx,
      ),
    );
    const steps = await world.transactions.run((tx) => log.list(kbid, { limit: 1_000, steps: true }, tx));
    expect(steps.map(({ rid: id, kind, by }) => [Number.parseInt(id, 16), kind, by])).toEqual([
      [14, 'created', 'ann'],
      [14, 'started', 'ann'],
      [14, 'processed', 'system'],
      [14, 'processed', 'system'],
      [14, 'stopped', 'system'],
      [14, 'processed', 'system'],
      [14, 'processed', 'system'],
      [14, 'started', 'system'],
      [14, 'indexed', 'system'],
    ]);
    expect((await logged()).map(([, kind]) => kind)).toEqual([
      'created',
      ...Array.from({ length: 4 }, () => 'processed'),
    ]);
  });

  it('log no resource that was not created', async () => {
    await changes.insert(newOne(11, 'taken'), [], { by: 'ann' });
    await expect(changes.insert(newOne(12, 'taken'), [], { by: 'ben' })).rejects.toMatchObject({ code: 'conflict' });
    const guard = () => Promise.reject(new Error('no'));
    await expect(changes.insert(newOne(13), links, { by: 'ben', guard })).rejects.toThrow('no');
    expect([await logged(), published.length]).toEqual([[[11, 'created', 'ann']], 1]);
  });

  it('raise the version, date the change, log who made it, and tell of it', async () => {
    await world.newResource(kbid, { rid: rid(1), version: 4 });
    const before = await read(1);
    await changes.apply({ kbid, rid: rid(1) }, byAnn, async (resource) => relabelled(resource));
    const after = await read(1);
    expect(after).toEqual({ ...before, accessGroups: ['hr'], version: 5, modified: after.modified });
    expect(after.modified.getTime()).toBeGreaterThan(before.modified.getTime() - 1);
    expect(await logged()).toEqual([[1, 'modified', 'ann']]);
    expect(published).toEqual([{ kbid, rid: rid(1), step: 'written', kind: 'modified' }]);
  });

  it('have metadata updated without processing anything, and content processed besides', async () => {
    await world.newResource(kbid, { rid: rid(2) });
    await changes.apply({ kbid, rid: rid(2) }, byAnn, async (resource) => relabelled(resource));
    await changes.apply({ kbid, rid: rid(2) }, byAnn, async (resource) => relabelled(resource));
    expect(await world.tasksOf(rid(2))).toEqual(['updateIndexedResource']);
    await changes.apply({ kbid, rid: rid(2) }, byAnn, async (resource) => ({ resource, toIndex: 'content' }));
    expect([...(await world.tasksOf(rid(2)))].sort()).toEqual([
      'embedResource',
      'processResource',
      'updateIndexedResource',
    ]);
  });

  it('keep the date when processing made them', async () => {
    await world.newResource(kbid, { rid: rid(3) });
    const before = await read(3);
    const references = [
      { kbid, rid: rid(3) },
      { kbid, rid: rid(99) },
    ];
    const [stored] = await changes.applyToMany(references, { kind: 'processed', by: 'system' }, async (resources) =>
      resources.map((resource) => ({ resource: { ...resource, status: 'ERROR' as const }, toIndex: 'nothing' })),
    );
    expect(stored).toEqual({ ...before, status: 'ERROR', version: 3 });
    expect(await read(3)).toEqual(stored);
    expect(await world.tasksOf(rid(3))).toEqual([]);
    expect(await logged()).toEqual([[3, 'processed', 'system']]);
  });

  it('leave nothing behind when they are refused, or come to nothing', async () => {
    await world.newResource(kbid, { rid: rid(4) });
    const before = await read(4);
    const refused = changes.apply({ kbid, rid: rid(4) }, byAnn, async () => Promise.reject(new Error('no')));
    await expect(refused).rejects.toThrow('no');
    await changes.apply({ kbid, rid: rid(4) }, byAnn, async () => undefined);
    await expect(changes.apply({ kbid, rid: rid(77) }, byAnn, async () => undefined)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect([await read(4), await logged(), published, await world.tasksOf(rid(4))]).toEqual([before, [], [], []]);
  });

  it('of the same resource at once are made one after the other', async () => {
    await world.newResource(kbid, { rid: rid(5), version: 1 });
    const labels = Array.from({ length: 20 }, (_, i) => `l${i}`);
    const add = (label: string) =>
      changes.apply({ kbid, rid: rid(5) }, { kind: 'modified', by: label }, async (resource) => ({
        resource: { ...resource, languages: [...resource.languages, label] },
        toIndex: 'metadata',
      }));
    await Promise.all(labels.map(add));
    const after = await read(5);
    expect([after.version, [...after.languages].sort()]).toEqual([21, [...labels].sort()]);
    expect((await logged()).map(([, , by]) => by)).toEqual(after.languages);
  });

  it('refuse a slug that is taken', async () => {
    await world.newResource(kbid, { rid: rid(6) });
    await world.newResource(kbid, { rid: rid(7) });
    const renamed = changes.apply({ kbid, rid: rid(6) }, byAnn, async (resource) => ({
      resource: { ...resource, slug: rid(7) },
      toIndex: 'metadata',
    }));
    await expect(renamed).rejects.toMatchObject({ code: 'conflict', message: `Slug already exists: ${rid(7)}` });
  });

  it('take a deleted resource out of the indexes before anything else is done', async () => {
    await world.newResource(kbid, { rid: rid(8), version: 3 });
    await changes.apply({ kbid, rid: rid(8) }, byAnn, async (resource) => relabelled(resource));
    await changes.delete({ kbid, rid: rid(8) }, 'ann', async () => ['blob']);
    const { items } = await world.tasks.list({});
    const own = items.filter(({ payload }) => JSON.stringify(payload).includes(rid(8)));
    expect(own.map(({ task, payload }) => [task, payload])).toEqual([
      ['updateIndexedResource', { kbid, rid: rid(8), deletedVersion: 5 }],
      ['purgeResource', { kbid, rid: rid(8), version: 5, blobs: ['blob'] }],
    ]);
    expect(await logged()).toEqual([
      [8, 'modified', 'ann'],
      [8, 'deleted', 'ann'],
    ]);
    expect(published.at(-1)).toMatchObject({
      rid: rid(8),
      step: 'written',
      kind: 'deleted',
      deleted: { title: expect.any(String), seqid: expect.any(Number) },
    });
    await expect(changes.delete({ kbid, rid: rid(8) }, 'ann', async () => [])).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
