import { randomUUID } from 'node:crypto';
import type { Visibility } from '@lectern/contracts/core';
import { statementsDuring } from '@lectern/testing';
import { boxRow } from '../../fixtures/box-row';
import { resourceRow } from '../../fixtures/resource-row';
import { RowsWorld } from '../../fixtures/rows-world';
import { ChangeEntity } from '../change/change.entity';
import { FieldEntity } from '../field/field.entity';
import { newKeyValueField, newTextField, type SealedField } from '../field/new-fields';
import { GraphEdgeEntity } from '../graph/graph-edge.entity';
import { KnowledgeBoxEntity } from '../knowledge-box/knowledge-box.entity';
import type { ResourceEntity } from './resource.entity';
import { ResourceRepository } from './resource.repository';

const rid = (number: number) => number.toString(16).padStart(32, '0');
const nothing = { work: { metadata: 'NULL', content: 'NULL' }, lacking: { metadata: [], content: [] } };
const everything: Visibility = { hidden: true };

describe('rows of resources', () => {
  const repository = new ResourceRepository();
  let world: RowsWorld;
  let kbid: string;

  beforeAll(async () => {
    world = await RowsWorld.start();
  });
  beforeEach(async () => (kbid = await newBox()));
  afterAll(() => world.stop());

  async function newBox(): Promise<string> {
    const id = randomUUID();
    await world.dataSource.manager.insert(KnowledgeBoxEntity, boxRow(id));
    return id;
  }
  const insert = (members: Partial<ResourceEntity> = {}, fields: readonly SealedField[] = [], box = kbid) =>
    world.transactions.run((tx) =>
      repository.insert(resourceRow(box, members.id ?? rid(1), members), fields, { also: '1', by: 'ann', tx }),
    );
  const get = (names: { rid?: string; rslug?: string }, visibility?: Visibility, box = kbid) =>
    world.transactions.read((tx) => repository.get({ kbid: box, ...names }, tx, visibility));
  const update = (...resources: readonly ResourceEntity[]) =>
    world.transactions.run((tx) => {
      const note = { kind: 'modified', by: 'ben', at: new Date(5_000) } as const;
      return repository.update(resources, { note, ...nothing }, tx);
    });
  const read = <T>(work: Parameters<typeof world.transactions.read<T>>[0]) => world.transactions.read(work);
  const changes = async () => {
    const rows = await world.dataSource.manager.find(ChangeEntity, { where: { kbid }, order: { id: 'ASC' } });
    return rows.map(({ rid: resource, kind, by }) => [resource, kind, by]);
  };
  const text = (id: string): SealedField => ({
    ...newTextField(id, { body: 'Tides', format: 'PLAIN' }),
    ...{ sealedPassword: null, sealedSecrets: null },
  });

  describe('that are inserted', () => {
    it('are read as they were stored, in any script and however large', async () => {
      const members: Partial<ResourceEntity> = {
        ...{ title: 'Gezeiten 🌊', summary: 'ü'.repeat(100_000), metadata: { a: '"\\' } },
        classifications: [{ labelset: 'topic', label: 'sea', cancelled_by_user: false }],
        ...{ extra: { metadata: { deep: [{ list: [null, 1.5] }] } }, accessGroups: [], languages: ['de', 'en'] },
      };
      await insert(members);
      expect(await get({ rid: rid(1) })).toMatchObject({ ...members, kbid, id: rid(1), version: 2 });
    });

    it('keep the difference between no security and security for nobody', async () => {
      await insert({ id: rid(1), accessGroups: null });
      await insert({ id: rid(2), accessGroups: [] });
      expect([(await get({ rid: rid(1) })).accessGroups, (await get({ rid: rid(2) })).accessGroups]).toEqual([
        null,
        [],
      ]);
    });

    it('are pending under one number when fields of theirs need processing', async () => {
      const seqid = await insert({ titleIsProvisional: true, summaryIsProvisional: true }, [text('a'), text('b')]);
      expect(await get({ rid: rid(1) })).toMatchObject({ status: 'PENDING', lastSeqid: seqid });
      const fields = await world.dataSource.manager.findBy(FieldEntity, { kbid });
      expect(fields.map((field) => [field.status, field.seqid, field.contentSeqid])).toEqual(
        Array(2).fill(['PENDING', seqid, seqid]),
      );
    });

    it('are done where nothing needs processing', async () => {
      const provisional = { titleIsProvisional: true, summaryIsProvisional: true };
      const keyValues = {
        ...newKeyValueField('k', { data: { a: 1 } }),
        sealedPassword: null,
        sealedSecrets: null,
      };
      expect(await insert(provisional, [keyValues])).toBeUndefined();
      expect(await get({ rid: rid(1) })).toMatchObject({ status: 'PROCESSED', lastSeqid: 0 });
    });

    it('are in the change log, with the start of their processing', async () => {
      await insert({}, [text('a')]);
      expect(await changes()).toEqual([
        [rid(1), 'created', 'ann'],
        [rid(1), 'started', 'ann'],
      ]);
    });

    it('have edges to their labels and collaborators', async () => {
      const given = { metadata: {}, tags: [], related: [], source: 'API', collaborators: ['ann', 'ann'] };
      // The members that a client may leave out are absent.
      const origin = given as unknown as ResourceEntity['origin'];
      const label = { labelset: 'topic', label: 'sea', cancelled_by_user: false };
      await insert({ origin, classifications: [label, { ...label, label: 'sky', cancelled_by_user: true }] });
      const edges = await world.dataSource.manager.find(GraphEdgeEntity, { where: { kbid }, order: { number: 'ASC' } });
      expect(edges.map(({ relation, targetValue }) => [relation, targetValue])).toEqual([
        ['COLAB', 'ann'],
        ['ABOUT', 'topic/sea'],
      ]);
    });

    it('have slugs of their own in their box, and nothing is stored of those that have not', async () => {
      await insert({ id: rid(1), slug: 'tides' });
      await expect(insert({ id: rid(2), slug: 'tides' }, [text('a')])).rejects.toMatchObject({
        code: 'conflict',
        message: 'Resource slug tides already exists',
      });
      expect(await world.dataSource.manager.countBy(FieldEntity, { kbid })).toBe(0);
      await insert({ id: rid(1), slug: 'tides' }, [], await newBox());
    });

    it('need their box', async () => {
      await expect(insert({}, [], randomUUID())).rejects.toMatchObject({
        code: 'not_found',
        message: 'Knowledge Box not found',
      });
      const row = resourceRow(randomUUID(), rid(1));
      await expect(world.transactions.run((tx) => repository.insertRow(row, tx))).rejects.toMatchObject({
        code: 'not_found',
      });
    });

    it('alone, without log and edges, refuse a slug that is taken', async () => {
      await world.transactions.run((tx) => repository.insertRow(resourceRow(kbid, rid(1), { slug: 'a' }), tx));
      expect(await changes()).toEqual([]);
      const other = resourceRow(kbid, rid(2), { slug: 'a' });
      await expect(world.transactions.run((tx) => repository.insertRow(other, tx))).rejects.toMatchObject({
        code: 'conflict',
      });
    });
  });

  describe('that are read', () => {
    it('are found by id or slug in their box, and in no other', async () => {
      await insert({ slug: 'tides' });
      expect((await get({ rslug: 'tides' })).id).toBe(rid(1));
      const missing = { code: 'not_found', message: 'Resource does not exist' };
      for (const names of [{ rid: rid(2) }, { rslug: 'other' }, { rslug: '' }, {}])
        await expect(get(names)).rejects.toMatchObject(missing);
      await expect(get({ rid: rid(1) }, everything, await newBox())).rejects.toMatchObject(missing);
    });

    it('are not there for those who must not see them', async () => {
      await insert({ id: rid(1), hidden: true });
      await insert({ id: rid(2), accessGroups: ['/hr', 'it'] });
      const sees = async (visibility: Visibility) => {
        const all = await Promise.allSettled([1, 2].map((one) => get({ rid: rid(one) }, visibility)));
        return all.map(({ status }) => status === 'fulfilled');
      };
      expect(await sees(everything)).toEqual([true, true]);
      expect(await sees({ hidden: false })).toEqual([false, true]);
      expect(await sees({ hidden: true, groups: [] })).toEqual([true, false]);
      expect(await sees({ hidden: true, groups: ['hr'] })).toEqual([true, true]);
      expect(await sees({ hidden: false, groups: ['sales'] })).toEqual([false, false]);
    });

    it('are listed alike: what one must not see is in no list', async () => {
      const shown: [Partial<ResourceEntity>, Visibility, boolean][] = [
        [{ accessGroups: [] }, { hidden: false, groups: [] }, true],
        [{ accessGroups: ['/hr'] }, { hidden: false, groups: ['hr'] }, true],
        [{ accessGroups: ['hr'] }, { hidden: false, groups: ['it'] }, false],
        [{ hidden: true }, { hidden: false }, false],
        [{ hidden: true, accessGroups: ['hr'] }, { hidden: true, groups: ['it'] }, false],
      ];
      for (const [number, [members, visibility, isShown]] of shown.entries()) {
        const id = rid(number);
        await insert({ id, ...members });
        const lists = await Promise.all([
          read((tx) => repository.listVisible({ kbid, rids: [id] }, visibility, tx)),
          read((tx) => repository.listIdsAfter(kbid, { after: '', limit: 99, visibility }, tx)),
          read((tx) => repository.listIds(kbid, { page: 0, size: 99, visibility }, tx)),
        ]);
        expect([number, ...lists.map((list) => list.includes(id))]).toEqual([number, isShown, isShown, isShown]);
      }
    });

    it('are listed in pages of ids, with one more where there is a next page', async () => {
      for (let i = 5; i >= 1; i -= 1) await insert({ id: rid(i) });
      const page = (number: number) =>
        read((tx) => repository.listIds(kbid, { page: number, size: 2, visibility: everything }, tx));
      expect([await page(0), await page(1), await page(2), await page(3)]).toEqual([
        [rid(1), rid(2), rid(3)],
        [rid(3), rid(4), rid(5)],
        [rid(5)],
        [],
      ]);
      const after = { after: rid(2), limit: 2, visibility: everything };
      expect(await read((tx) => repository.listIdsAfter(kbid, after, tx))).toEqual([rid(3), rid(4)]);
    });

    it('are found by names, ids before slugs', async () => {
      await insert({ id: rid(1), slug: 'one' });
      await insert({ id: rid(2), slug: rid(1) });
      const found = await read((tx) => repository.findManyNamed(kbid, [rid(1), 'one', 'none', rid(2)], tx));
      expect([...found].map(([name, { id }]) => [name, id])).toEqual(
        expect.arrayContaining([
          [rid(1), rid(1)],
          ['one', rid(1)],
          [rid(2), rid(2)],
        ]),
      );
      expect(found.size).toBe(3);
    });

    it('are none for no names, without a statement', async () => {
      const statements = await statementsDuring(world.dataSource, async () => {
        expect(await read((tx) => repository.findMany(kbid, [], tx))).toEqual([]);
        expect(await read((tx) => repository.findManyBySlug(kbid, [], tx))).toEqual([]);
        expect(await read((tx) => repository.statuses(kbid, [], tx))).toEqual(new Map());
      });
      expect(statements).toEqual([]);
    });

    it('are read with one statement, however many they are', async () => {
      for (let i = 1; i <= 6; i += 1) await insert({ id: rid(i) });
      const statements = (count: number) => {
        const ids = Array.from({ length: count }, (_, at) => rid(at + 1));
        return statementsDuring(world.dataSource, () => read((tx) => repository.findMany(kbid, ids, tx)));
      };
      expect([(await statements(1)).length, (await statements(6)).length]).toEqual([1, 1]);
    });

    it('of several boxes with the same id are kept apart', async () => {
      const other = await newBox();
      await insert({ version: 2 });
      await insert({ version: 7 }, [], other);
      const references = [kbid, other].map((box) => ({ kbid: box, rid: rid(1) }));
      expect(await read((tx) => repository.versions(references, tx))).toEqual(
        new Map([
          [`${kbid}/${rid(1)}`, 2],
          [`${other}/${rid(1)}`, 7],
        ]),
      );
      const locked = await world.transactions.run((tx) => repository.lockMany(references, tx));
      expect(locked.map((one) => one.kbid)).toEqual([kbid, other].toSorted());
    });

    it('that wait are listed by box and id, each once', async () => {
      for (const [number, status] of (['PENDING', 'PROCESSED', 'PENDING'] as const).entries()) {
        await insert({ id: rid(number) });
        await update(resourceRow(kbid, rid(number), { status }));
      }
      const after = { kbid, rid: '' };
      const list = (from: typeof after) => read((tx) => repository.listPending(from, 1, tx));
      expect(await list(after)).toEqual([{ kbid, rid: rid(0) }]);
      expect(await list({ kbid, rid: rid(0) })).toEqual([{ kbid, rid: rid(2) }]);
      expect(await read((tx) => repository.statuses(kbid, [rid(0), rid(1), rid(9)], tx))).toEqual(
        new Map([
          [rid(0), 'PENDING'],
          [rid(1), 'PROCESSED'],
        ]),
      );
    });

    it('that a task found something in are listed by it', async () => {
      const task = randomUUID();
      const found = { task, field: 't/a', version: '1', relations: [] };
      // Only its task is compared, and its relations are edges.
      const augmentation = found as unknown as ResourceEntity['augmentations'][number];
      await insert({ id: rid(1), augmentations: [augmentation] });
      await insert({ id: rid(2) });
      const list = (of?: string, after = '') =>
        read((tx) => repository.listAugmented({ kbid, after, limit: 10, task: of }, tx));
      expect([await list(task), await list(), await list(randomUUID()), await list(undefined, rid(1))]).toEqual([
        [rid(1)],
        [rid(1), rid(2)],
        [],
        [rid(2)],
      ]);
    });

    it('that mention or relate an entity, of users or agents, are listed by its type and name', async () => {
      const node = (value: string, group = 'ORG') => ({ value, type: 'entity' as const, group });
      const relation = { relation: 'OTHER' as const, label: 'owns', metadata: null };
      const mention = { text: 'ACME', label: 'ORG', positions: [{ start: 0, end: 4 }] };
      const augmentation = { task: 'a', relations: [], entities: { orgs: [mention] } } as unknown;
      await insert({ id: rid(1), relations: [{ ...relation, from: node('ACME'), to: node('Sea') }] });
      await insert({ id: rid(2), augmentations: [augmentation as ResourceEntity['augmentations'][number]] });
      await insert({ id: rid(3), relations: [{ ...relation, from: node('Sea'), to: node('ACME', 'PLACE') }] });
      await insert({ id: rid(4), relations: [{ ...relation, from: node('Sea'), to: node('acme') }] });
      const listed = async (...names: (readonly [string, string])[]) => {
        const query = { kbid, names: names.map(([group, from]) => ({ group, from, to: 'x' })) };
        const rids = await read((tx) => repository.listAugmented({ ...query, after: '', limit: 10 }, tx));
        expect(await read((tx) => repository.countAugmented(query, tx))).toBe(rids.length);
        return rids;
      };
      expect(await listed(['ORG', 'ACME'])).toEqual([rid(1), rid(2)]);
      expect(await listed(['PLACE', 'ACME'], ['ORG', 'acme'])).toEqual([rid(3), rid(4)]);
      expect([await listed(['PERSON', 'ACME']), await listed()]).toEqual([[], []]);
    });
  });

  describe('that are changed', () => {
    it('are replaced as a whole, with their edges, and logged', async () => {
      await insert({ classifications: [{ labelset: 'topic', label: 'sea', cancelled_by_user: false }] });
      await update(resourceRow(kbid, rid(1), { title: 'Ebb', version: 3 }));
      expect(await get({ rid: rid(1) })).toMatchObject({ title: 'Ebb', version: 3, classifications: [] });
      expect(await world.dataSource.manager.countBy(GraphEdgeEntity, { kbid })).toBe(0);
      expect((await changes()).at(-1)).toEqual([rid(1), 'modified', 'ben']);
    });

    it('log when their processing begins and ends', async () => {
      await insert();
      await update(resourceRow(kbid, rid(1), { status: 'PENDING' }));
      await update(resourceRow(kbid, rid(1), { status: 'PENDING' }));
      await update(resourceRow(kbid, rid(1), { status: 'PROCESSED' }));
      expect((await changes()).map(([, kind]) => kind)).toEqual([
        'created',
        'modified',
        'started',
        'modified',
        'modified',
        'stopped',
      ]);
    });

    it('of other boxes with the same id stay', async () => {
      const other = await newBox();
      await insert({ title: 'Mine' });
      await insert({ title: 'Theirs' }, [], other);
      await update(resourceRow(kbid, rid(1), { title: 'Changed' }));
      expect((await get({ rid: rid(1) }, everything, other)).title).toBe('Theirs');
      await world.transactions.run((tx) => repository.delete(kbid, rid(1), tx));
      expect((await get({ rid: rid(1) }, everything, other)).title).toBe('Theirs');
    });

    it('to a slug that is taken are refused', async () => {
      await insert({ id: rid(1), slug: 'a' });
      await insert({ id: rid(2), slug: 'b' });
      await expect(update(resourceRow(kbid, rid(2), { slug: 'a' }))).rejects.toMatchObject({
        code: 'conflict',
        message: 'Slug already exists: a',
      });
      expect((await get({ rid: rid(2) })).slug).toBe('b');
    });

    it('are as many statements for many as for one', async () => {
      for (let i = 1; i <= 5; i += 1) await insert({ id: rid(i) });
      const statements = async (count: number) => {
        const rows = Array.from({ length: count }, (_, at) => resourceRow(kbid, rid(at + 1)));
        return (await statementsDuring(world.dataSource, () => update(...rows))).length;
      };
      expect(await statements(5)).toBe(await statements(1));
    });

    it('wait for each other: a lock lasts until its transaction ends', async () => {
      await insert();
      const add = () =>
        world.transactions.run(async (tx) => {
          const row = await repository.lock({ kbid, rid: rid(1) }, tx);
          const note = { kind: 'modified', by: 'ben', at: new Date() } as const;
          await repository.update([{ ...row, title: `${row.title}.` }], { note, ...nothing }, tx);
        });
      await Promise.all(Array.from({ length: 8 }, add));
      expect((await get({ rid: rid(1) })).title).toBe(`${rid(1)}........`);
    });

    it('get versions above those of an index, and never lower ones', async () => {
      await insert({ id: rid(1), version: 5 });
      await insert({ id: rid(2), version: 5 });
      const held = [
        { rid: rid(1), version: 9 },
        { rid: rid(2), version: 3 },
        { rid: rid(3), version: 1 },
      ];
      await world.transactions.run((tx) => repository.raiseVersions(kbid, held, tx));
      expect([(await get({ rid: rid(1) })).version, (await get({ rid: rid(2) })).version]).toEqual([10, 5]);
    });

    it('forget what the index has of them, those that are named alone', async () => {
      for (const number of [1, 2]) await insert({ id: rid(number), indexedVersion: 2 });
      await world.transactions.run((tx) => repository.forgetIndexed(kbid, [rid(1)], tx));
      expect([(await get({ rid: rid(1) })).indexedVersion, (await get({ rid: rid(2) })).indexedVersion]).toEqual([
        null,
        2,
      ]);
    });
  });

  it('number changes for processing, each once', async () => {
    const next = () => world.transactions.run((tx) => repository.nextSeqid(tx));
    const numbers = await Promise.all(Array.from({ length: 10 }, next));
    expect(new Set(numbers).size).toBe(10);
  });
});
