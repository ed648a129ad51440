import { ResourceEntity } from '@lectern/resource-store';
import { IndexWorld } from '../../fixtures/index-world';

const rid = (n: number) => n.toString(16).padStart(32, '0');

describe('IndexWriter, while others change the resource', () => {
  let world: IndexWorld;
  let kbid: string;

  beforeAll(async () => (world = await IndexWorld.start()));
  beforeEach(async () => {
    world.keywords.afterPut = async () => undefined;
    kbid = await world.newBox();
  });
  afterAll(() => world.stop());

  const load = (n: number) => world.load(kbid, rid(n));
  const restrict = (n: number, groups: readonly string[]) =>
    world.changes.apply({ kbid, rid: rid(n) }, { kind: 'modified', by: 'ann' }, async (resource) => ({
      resource: { ...resource, accessGroups: [...groups] },
      toIndex: 'metadata',
    }));
  const found = async (visibleTo?: readonly string[]) => {
    const filter = visibleTo && { visibleTo };
    const query = { terms: ['ibex'], phrases: [], excluded: [], limit: 10, filter };
    return (await world.keywords.search(kbid, query)).hits.length;
  };
  const held = async () => (await world.keywords.scroll(kbid, 10)).resources;

  it('puts the texts again that an update made too old', async () => {
    await world.newResource(kbid, { rid: rid(1), version: 2, text: 'A stoat ran' });
    await world.indexes.put(await load(1));
    await world.dataSource.query(
      `UPDATE knowledge_box.extracted_fields SET text = 'The ibex climbs' WHERE kbid = $1 AND rid = $2`,
      [kbid, rid(1)],
    );
    await world.dataSource.manager.update(ResourceEntity, { kbid, id: rid(1) }, { version: 3 });
    const late = await load(1);
    await restrict(1, ['hr']);
    await world.indexes.update(kbid, [rid(1)]);
    await world.indexes.put(late);
    expect([await found(), await found([]), await found(['hr'])]).toEqual([1, 0, 1]);
    expect(await held()).toEqual([{ rid: rid(1), version: 4, paragraphs: 2 }]);
  });

  it('puts again what was changed while it was put', async () => {
    await world.newResource(kbid, { rid: rid(2) });
    world.keywords.afterPut = async () => {
      world.keywords.afterPut = async () => undefined;
      await restrict(2, ['hr']);
    };
    await world.indexes.put(await load(2));
    expect([await found([]), await found(['hr'])]).toEqual([0, 1]);
  });

  it('takes out what was deleted while it was put', async () => {
    await world.newResource(kbid, { rid: rid(3) });
    world.keywords.afterPut = async () => {
      await world.changes.delete({ kbid, rid: rid(3) }, 'ann', async () => []);
    };
    await world.indexes.put(await load(3));
    expect([await found(), await held()]).toEqual([0, []]);
  });

  it('gives up, to be tried again later, when the resource never stays as it is', async () => {
    await world.newResource(kbid, { rid: rid(4) });
    world.keywords.afterPut = () => restrict(4, []);
    await expect(world.indexes.put(await load(4))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('updates what is indexed and nothing else', async () => {
    await world.newResource(kbid, { rid: rid(5) });
    await world.indexes.update(kbid, [rid(5), rid(99)]);
    expect(await held()).toEqual([]);
  });
});
