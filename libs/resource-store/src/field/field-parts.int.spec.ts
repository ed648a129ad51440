import { randomUUID } from 'node:crypto';
import { boxRow } from '../../fixtures/box-row';
import { paragraph, understood } from '../../fixtures/extracted';
import { resourceRow } from '../../fixtures/resource-row';
import { RowsWorld } from '../../fixtures/rows-world';
import { GraphEdgeEntity } from '../graph/graph-edge.entity';
import { KnowledgeBoxEntity } from '../knowledge-box/knowledge-box.entity';
import { ResourceRepository } from '../resource/resource.repository';
import { VectorsetRepository } from '../vectorset/vectorset.repository';
import { type ExtractedFieldEntity, FieldPartEntity, FieldVectorsEntity } from './field.entity';
import { FieldPartsRepository } from './field-parts.repository';
import { FieldRepository } from './field.repository';
import { newTextField } from './new-fields';
import { PassageRepository } from './passage.repository';

const rid = 'a'.repeat(32);

describe('long fields', () => {
  const repository = new FieldPartsRepository();
  const fields = new FieldRepository();
  const passages = new PassageRepository();
  const resources = new ResourceRepository();
  let world: RowsWorld;
  let kbid: string;

  beforeAll(async () => {
    world = await RowsWorld.start();
  });
  beforeEach(async () => {
    kbid = randomUUID();
    await world.dataSource.manager.insert(KnowledgeBoxEntity, boxRow(kbid));
    await run((tx) => resources.insertRow(resourceRow(kbid, rid, { title: 'Tides' }), tx));
    await run((tx) => new VectorsetRepository().ensure(kbid, { id: 'model', dimensions: 1 }, tx));
    await putField(1);
  });
  afterAll(() => world.stop());

  const run = <T>(work: Parameters<typeof world.transactions.run<T>>[0]) => world.transactions.run(work);
  const read = <T>(work: Parameters<typeof world.transactions.read<T>>[0]) => world.transactions.read(work);
  const key = (id = 'a') => ({ kbid, rid, letter: 't' as const, id });
  const version = (seqid = 1, id = 'a') => ({ ...key(id), seqid });
  function putField(seqid: number) {
    const text = {
      ...newTextField('a', { body: 'Tides', format: 'PLAIN' }),
      sealedPassword: null,
      sealedSecrets: null,
    };
    return run((tx) => fields.put({ kbid, rid, seqid }, [text], tx));
  }
  const put = (part: number, members: Partial<FieldPartEntity> = {}) =>
    run((tx) =>
      repository.put(
        {
          ...version(),
          part,
          text: `Part ${part}. `,
          paragraphs: [paragraph(part)],
          resume: `after ${part}`,
          ...members,
        },
        tx,
      ),
    );
  const parts = async () => {
    const rows = await world.dataSource.manager.findBy(FieldPartEntity, { kbid });
    return rows.map(({ seqid, part }) => `${seqid}/${part}`).toSorted();
  };
  const last = (seqid = 1) => read((tx) => repository.last(version(seqid), tx));
  const assemble = (seqid = 1, members: object = {}) =>
    run((tx) =>
      repository.assemble(version(seqid), { understood: { ...understood, ...members }, at: new Date(1_000) }, tx),
    );

  describe('are kept in parts', () => {
    it('while they are theirs, and say where another attempt continues', async () => {
      expect(await last()).toBeUndefined();
      expect([await put(0), await put(1), await put(2, { resume: null })]).toEqual([true, true, true]);
      expect(await last()).toEqual({ part: 1, resume: 'after 1', paragraphs: 2 });
    });

    it('unless they have changed, or are gone', async () => {
      await putField(2);
      expect(await put(0)).toBe(false);
      expect(await put(0, { seqid: 2 })).toBe(true);
      expect(await put(0, { id: 'none' })).toBe(false);
      expect(await parts()).toEqual(['2/0']);
      expect(await last(1)).toBeUndefined();
    });

    it('also those of a message, whose field is that of its conversation', async () => {
      expect(await put(0, { id: 'a/m1' })).toBe(true);
      expect(await read((tx) => repository.last(version(1, 'a/m1'), tx))).toMatchObject({ part: 0 });
      expect(await last()).toBeUndefined();
    });

    it('of which the last write of each counts', async () => {
      await put(0, { resume: 'first' });
      await put(0, { resume: 'second', paragraphs: [paragraph(0), paragraph(1)] });
      expect(await last()).toEqual({ part: 0, resume: 'second', paragraphs: 2 });
    });

    it('which are forgotten from a place on, with those of other versions', async () => {
      for (const part of [0, 1, 2]) await put(part);
      await putField(2);
      await put(0, { seqid: 2 });
      await run((tx) => repository.forgetBehind(version(2), 0, tx));
      expect(await parts()).toEqual(['2/0']);
      await run((tx) => repository.forgetBehind(version(2), -1, tx));
      expect(await parts()).toEqual([]);
    });
  });

  describe('are assembled from their parts', () => {
    it('in the order of the parts, whatever order they came in', async () => {
      for (const part of [2, 0, 1]) await put(part);
      await assemble(1, { title: 'T' });
      expect(await read((tx) => fields.findExtracted(key(), tx))).toMatchObject({
        ...{ text: 'Part 0. Part 1. Part 2. ', seqid: 1, extractedAt: new Date(1_000) },
        paragraphs: [{ start: 0 }, { start: 1 }, { start: 2 }],
        understood: { title: 'T' },
      });
      expect(await parts()).toEqual([]);
    });

    it('and are to be embedded, with edges to what they name', async () => {
      await put(0);
      await assemble(1, { entities: [{ text: 'Brest', label: 'CITY', positions: [{ start: 0, end: 5 }] }] });
      const [edge] = await world.dataSource.manager.findBy(GraphEdgeEntity, { kbid });
      expect([edge?.targetValue, edge?.place]).toEqual(['Brest', { paragraph_id: `${rid}/t/a/0-1`, kind: 'TEXT' }]);
      const [[field] = []] = await read((tx) => passages.listFields([{ kbid, rid, vectorset: 'model' }], tx));
      expect(field).toMatchObject({ isUnembedded: true, paragraphs: 1 });
    });
  });

  describe('are embedded in passages', () => {
    const store = (id: string, text: string, spans: readonly (readonly [number, number])[], seqid = 1) => {
      const paragraphs = spans.map(([start, end]) => paragraph(start, end));
      const row: ExtractedFieldEntity = { ...key(id), seqid, text, paragraphs, understood, extractedAt: new Date() };
      return run((tx) => fields.putExtracted([row], tx));
    };
    const listFields = (...rids: readonly string[]) =>
      read((tx) =>
        passages.listFields(
          rids.map((one) => ({ kbid, rid: one, vectorset: 'model' })),
          tx,
        ),
      );
    const list = (...ranges: readonly { id: string; from: number; count: number; seqid?: number }[]) =>
      read((tx) =>
        passages.list(
          ranges.map((range) => ({ ...key(), seqid: 1, ...range })),
          tx,
        ),
      );

    it('of the texts of resources, in the order in which these are asked for', async () => {
      await store('b', 'Two.', [[0, 4]]);
      await store('a', 'One.', [[0, 4]]);
      await store('c', 'None.', []);
      const [none, own] = await listFields('b'.repeat(32), rid);
      expect(none).toEqual([]);
      expect(own?.map(({ id, title, passages: given }) => [id, title, given?.text])).toEqual([
        ['a', 'Tides', 'One.'],
        ['b', 'Tides', 'Two.'],
      ]);
    });

    it('without a title that nobody has chosen', async () => {
      const other = 'c'.repeat(32);
      await run((tx) => resources.insertRow(resourceRow(kbid, other, { titleIsProvisional: true }), tx));
      const row = { ...key(), rid: other, seqid: 1, text: 'One.', paragraphs: [paragraph(0, 4)], understood };
      await run((tx) => fields.putExtracted([{ ...row, extractedAt: new Date() }], tx));
      const [[field] = []] = await listFields(other);
      expect(field?.title).toBe('');
    });

    it('which are left out where vectors of some are stored, and read in portions', async () => {
      await store('a', '🌊ne. Two. Three.', [
        [0, 4],
        [5, 9],
        [10, 16],
      ]);
      const part = { ...key(), vectorset: 'model', part: 0, seqid: 1, vectors: Buffer.alloc(4) };
      await run((tx) => fields.putVectors([part satisfies FieldVectorsEntity], tx));
      const [[field] = []] = await listFields(rid);
      expect([field?.parts, field?.passages]).toEqual([[0], null]);
      expect(await list({ id: 'a', from: 1, count: 2 }, { id: 'a', from: 0, count: 1 })).toEqual([
        { number: 1, text: 'Two. Three.', first: 5, starts: [5, 10], ends: [9, 16] },
        { number: 2, text: '🌊ne.', first: 0, starts: [0], ends: [4] },
      ]);
    });

    it('of a version that is still theirs', async () => {
      await store('a', 'One.', [[0, 4]], 2);
      expect(await list({ id: 'a', from: 0, count: 1 }, { id: 'a', from: 0, count: 1, seqid: 2 })).toMatchObject([
        undefined,
        { text: 'One.' },
      ]);
      expect(await list({ id: 'none', from: 0, count: 1 })).toEqual([undefined]);
    });

    it('that are short together: the later fields of a large resource are read separately', async () => {
      const long = 'tide '.repeat(10_000);
      for (const id of ['a', 'b']) await store(id, long, [[0, 4]]);
      const [own] = await listFields(rid);
      expect(own?.map(({ id, passages: given }) => [id, (given ?? undefined) === undefined])).toEqual([
        ['a', false],
        ['b', true],
      ]);
    });
  });
});
