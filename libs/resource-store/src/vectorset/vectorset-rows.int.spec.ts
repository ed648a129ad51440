import { randomUUID } from 'node:crypto';
import { boxRow } from '../../fixtures/box-row';
import { paragraph, understood } from '../../fixtures/extracted';
import { resourceRow } from '../../fixtures/resource-row';
import { RowsWorld } from '../../fixtures/rows-world';
import { ExtractedFieldEntity, FieldVectorsEntity } from '../field/field.entity';
import { FieldRepository } from '../field/field.repository';
import { KnowledgeBoxEntity } from '../knowledge-box/knowledge-box.entity';
import { ResourceRepository } from '../resource/resource.repository';
import { UnembeddedFieldRepository } from './unembedded-field.repository';
import { VectorsetContentRepository } from './vectorset-content.repository';
import { VectorsetRepository } from './vectorset.repository';

const rid = (number: number) => number.toString(16).padStart(32, '0');
const small = { id: 'small', dimensions: 2 };
const large = { id: 'large', dimensions: 4 };

describe('rows of vectorsets', () => {
  const repository = new VectorsetRepository();
  const contents = new VectorsetContentRepository();
  const unembedded = new UnembeddedFieldRepository();
  const fields = new FieldRepository();
  const resources = new ResourceRepository();
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
  const run = <T>(work: Parameters<typeof world.transactions.run<T>>[0]) => world.transactions.run(work);
  const read = <T>(work: Parameters<typeof world.transactions.read<T>>[0]) => world.transactions.read(work);
  const ensure = (vectorset = small, box = kbid) => run((tx) => repository.ensure(box, vectorset, tx));
  const add = (vectorset = large) => run((tx) => repository.add(kbid, vectorset, tx));
  const listed = async (box = kbid) => (await read((tx) => repository.list(box, tx))).map(({ id }) => id);
  /** A resource with a field that has this many paragraphs. */
  const addResource = async (number: number, paragraphs = 1) => {
    await run((tx) => resources.insertRow(resourceRow(kbid, rid(number)), tx));
    const found: ExtractedFieldEntity = {
      ...{ kbid, rid: rid(number), letter: 't', id: 'a', seqid: 1, text: 'Tides', understood, extractedAt: new Date() },
      paragraphs: Array.from({ length: paragraphs }, (_, at) => paragraph(at)),
    };
    await run((tx) => fields.putExtracted([found], tx));
  };
  const learning = async () =>
    (await world.dataSource.manager.findOneByOrFail(KnowledgeBoxEntity, { id: kbid })).learningConfiguration;

  it('are listed oldest first, also when they were added at the same instant', async () => {
    await run(async (tx) => {
      for (const id of ['c', 'a', 'b']) await repository.ensure(kbid, { id, dimensions: 1 }, tx);
    });
    expect(await listed()).toEqual(['c', 'a', 'b']);
    expect((await read((tx) => repository.default(kbid, tx)))?.id).toBe('c');
  });

  it('are added once, and keep what they are', async () => {
    await ensure();
    await ensure({ ...small, dimensions: 99 });
    expect(await read((tx) => repository.list(kbid, tx))).toMatchObject([
      { ...small, fillCursor: null, deleted: null },
    ]);
  });

  it('are none of a box that is not there', async () => {
    const gone = randomUUID();
    await ensure(small, gone);
    expect([await listed(gone), await read((tx) => repository.default(gone, tx))]).toEqual([[], undefined]);
  });

  it('of several boxes are read together, those that are being deleted left out', async () => {
    const other = await newBox();
    await ensure();
    await ensure(large);
    await ensure(small, other);
    await run((tx) => repository.markDeleted({ kbid, id: 'large' }, tx));
    const many = await read((tx) => repository.listMany([kbid, other, randomUUID()], tx));
    expect([...many].map(([box, all]) => [box, all.map(({ id }) => id)]).toSorted()).toEqual(
      [
        [kbid, ['small']],
        [other, ['small']],
      ].toSorted(),
    );
    expect((await read((tx) => repository.find({ kbid, id: 'large' }, tx)))?.deleted).toBeInstanceOf(Date);
  });

  it('are counted by model, with a box that has one', async () => {
    const id = `model-${randomUUID()}`;
    const other = await newBox();
    for (const box of [kbid, other]) await ensure({ id, dimensions: 1 }, box);
    expect((await read((tx) => repository.countBoxes(1_000, tx))).get(id)).toBe(2);
    await run((tx) => repository.markDeleted({ kbid: other, id }, tx));
    expect((await read((tx) => repository.countBoxes(1_000, tx))).get(id)).toBe(1);
    const models = await read((tx) => repository.listModels(1_000, tx));
    expect(models.find((one) => one.id === id)).toEqual({ id, kbid });
    expect(await read((tx) => repository.countBoxes(0, tx))).toEqual(new Map());
  });

  it('are written into the configuration of their box, which keeps its default while that exists', async () => {
    await ensure();
    await ensure(large);
    expect(await read((tx) => repository.isUnchosen(kbid, tx))).toBe(true);
    await run((tx) => repository.noteModels(kbid, tx));
    expect(await learning()).toEqual({ semantic_models: ['small', 'large'] });
    expect(await read((tx) => repository.isUnchosen(kbid, tx))).toBe(false);
    const chosen = JSON.stringify({ default_semantic_model: 'large', other: 1 });
    await world.dataSource.query('UPDATE knowledge_boxes SET learning_configuration = $2 WHERE id = $1', [
      kbid,
      chosen,
    ]);
    await run((tx) => repository.noteModels(kbid, tx));
    expect(await learning()).toEqual({
      default_semantic_model: 'large',
      other: 1,
      semantic_models: ['small', 'large'],
    });
    await run((tx) => repository.markDeleted({ kbid, id: 'large' }, tx));
    await run((tx) => repository.noteModels(kbid, tx));
    expect(await learning()).toEqual({ other: 1, semantic_models: ['small'] });
  });

  it('of a box are locked while it is there', async () => {
    await run((tx) => repository.lockBox(kbid, tx));
    await expect(run((tx) => repository.lockBox(randomUUID(), tx))).rejects.toMatchObject({
      code: 'not_found',
      message: 'Knowledge Box does not exist',
    });
    expect(await run((tx) => repository.tryLockBox(randomUUID(), tx))).toBe(false);
  });

  it('replaced by another leave their gaps to it', async () => {
    await ensure();
    await addResource(1);
    expect(await read((tx) => unembedded.lackingVectorsets(kbid, tx))).toEqual(['small']);
    await run((tx) => repository.replace({ kbid, id: 'small' }, large, tx));
    expect(await listed()).toEqual(['large']);
    expect(await read((tx) => unembedded.lackingVectorsets(kbid, tx))).toEqual(['']);
    const lacks = { rids: [rid(1)], vectorset: 'large' };
    expect(await read((tx) => unembedded.list(kbid, lacks, tx))).toEqual([{ rid: rid(1), letter: 't', id: 'a' }]);
  });

  it('know the languages of their box, from a number of resources', async () => {
    for (const [number, language] of ['en', 'de', 'en', ''].entries())
      await run((tx) => resources.insertRow(resourceRow(kbid, rid(number), { language }), tx));
    expect(await read((tx) => repository.countLanguages(kbid, 100, tx))).toEqual(
      new Map([
        ['en', 2],
        ['de', 1],
      ]),
    );
    const [counted] = await read((tx) => repository.countLanguages(kbid, 1, tx));
    expect(counted?.[1]).toBe(1);
  });

  describe('that are filled with what is there', () => {
    it('lack every field until they have been gone through', async () => {
      for (const number of [1, 2]) await addResource(number);
      await ensure();
      await world.dataSource.query('DELETE FROM unembedded_fields WHERE kbid = $1', [kbid]);
      await add();
      expect(await read((tx) => unembedded.lackingVectorsets(kbid, tx))).toEqual(['large']);
      const lacked = async () => {
        const rows = await read((tx) => unembedded.list(kbid, { rids: [rid(1), rid(2)], vectorset: 'large' }, tx));
        return rows.map((row) => row.rid).toSorted();
      };
      expect(await lacked()).toEqual([rid(1), rid(2)]);
      const key = { kbid, id: 'large' };
      const end = await run((tx) => contents.noteUnembedded(key, '', tx));
      await run((tx) => repository.setFillCursor(key, end ?? null, tx));
      expect([end, await lacked()]).toEqual([rid(2), [rid(1), rid(2)]]);
      expect(await run((tx) => contents.noteUnembedded(key, rid(2), tx))).toBeUndefined();
      await run((tx) => repository.setFillCursor(key, null, tx));
      expect(await read((tx) => contents.countLacking(kbid, tx))).toEqual(new Map([['large', 2]]));
    });

    it('mark no field without paragraphs, and none twice', async () => {
      await addResource(1);
      await addResource(2, 0);
      await ensure();
      for (let i = 0; i < 2; i += 1) await run((tx) => contents.noteUnembedded({ kbid, id: 'small' }, '', tx));
      const list = (after: string, limit = 10) =>
        read((tx) => contents.listLacking({ kbid, id: 'small' }, { after, limit }, tx));
      expect([await list(''), await list(rid(1)), await list('', 0)]).toEqual([[rid(1)], [], []]);
    });
  });

  describe('that are deleted', () => {
    const addVectors = async (number: number, vectorset: string) => {
      const row = {
        kbid,
        rid: rid(number),
        letter: 't',
        id: 'a',
        vectorset,
        part: 0,
        seqid: 1,
        vectors: Buffer.alloc(8),
      };
      await world.dataSource.manager.insert(FieldVectorsEntity, row as FieldVectorsEntity); // all of its members
    };

    it('lose their vectors step by step, and the others keep theirs', async () => {
      await ensure();
      await ensure(large);
      for (const number of [1, 2]) {
        await addResource(number);
        for (const vectorset of ['small', 'large']) await addVectors(number, vectorset);
      }
      const [gone, kept] = [
        { kbid, id: 'small' },
        { kbid, id: 'large' },
      ];
      expect(await read((tx) => repository.hasVectors(gone, tx))).toBe(true);
      const end = await run((tx) => contents.removeVectors(gone, '', tx));
      expect([end, await run((tx) => contents.removeVectors(gone, end ?? '', tx))]).toEqual([rid(2), undefined]);
      expect([
        await read((tx) => repository.hasVectors(gone, tx)),
        await read((tx) => repository.hasVectors(kept, tx)),
      ]).toEqual([false, true]);
      expect(await run((tx) => contents.removeNotes(gone, tx))).toBe(false);
      expect(await read((tx) => contents.countLacking(kbid, tx))).toEqual(new Map([['large', 2]]));
      await run((tx) => repository.delete(gone, tx));
      expect(await read((tx) => repository.find(gone, tx))).toBeUndefined();
    });
  });

  describe('with gaps', () => {
    it('name the resources that have some, by box and id', async () => {
      await ensure();
      for (const number of [1, 2, 3]) await addResource(number, number === 2 ? 0 : 1);
      const after = (number: number) => ({ kbid, rid: number === 0 ? '' : rid(number) });
      expect(await read((tx) => unembedded.listResources(after(0), 1, tx))).toEqual([{ kbid, rid: rid(1) }]);
      expect(await read((tx) => unembedded.listResources(after(1), 1, tx))).toEqual([{ kbid, rid: rid(3) }]);
      expect(await read((tx) => unembedded.ridsAmong(kbid, [rid(1), rid(2), rid(9)], tx))).toEqual(new Set([rid(1)]));
      expect(await read((tx) => unembedded.ridsAmong(kbid, [], tx))).toEqual(new Set());
      expect(await read((tx) => unembedded.ridsAmong(randomUUID(), [rid(1)], tx))).toEqual(new Set());
      expect(await read((tx) => unembedded.vectorsetsOf({ kbid, rid: rid(1) }, tx))).toEqual(new Set(['small']));
    });

    it('in a box that has no vectorset yet are gaps in any that will come', async () => {
      await addResource(1);
      expect(await read((tx) => unembedded.vectorsetsOf({ kbid, rid: rid(1) }, tx))).toEqual(new Set(['']));
      await ensure();
      const lacks = { rids: [rid(1)], vectorset: 'small' };
      expect(await read((tx) => unembedded.list(kbid, lacks, tx))).toHaveLength(1);
      expect(await read((tx) => unembedded.list(kbid, { ...lacks, rids: [] }, tx))).toEqual([]);
    });

    it('of fields that are gone are forgotten', async () => {
      await ensure();
      await addResource(1);
      await addResource(2);
      await world.dataSource.manager.delete(ExtractedFieldEntity, { kbid, rid: rid(1) });
      for (const number of [1, 2]) await run((tx) => unembedded.removeWithoutField({ kbid, rid: rid(number) }, tx));
      expect(await read((tx) => unembedded.ridsAmong(kbid, [rid(1), rid(2)], tx))).toEqual(new Set([rid(2)]));
    });
  });
});
