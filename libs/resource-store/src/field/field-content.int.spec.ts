import { randomUUID } from 'node:crypto';
import type { FieldLetter } from '@lectern/contracts/knowledge-box';
import { boxRow } from '../../fixtures/box-row';
import { paragraph, understood } from '../../fixtures/extracted';
import { resourceRow } from '../../fixtures/resource-row';
import { RowsWorld } from '../../fixtures/rows-world';
import { KnowledgeBoxEntity } from '../knowledge-box/knowledge-box.entity';
import { ResourceRepository } from '../resource/resource.repository';
import { VectorsetRepository } from '../vectorset/vectorset.repository';
import { FieldContentRepository } from './field-content.repository';
import { ExtractedFieldEntity, FieldVectorsEntity } from './field.entity';
import { FieldRepository } from './field.repository';
import { newTextField, type NewField, type SealedField } from './new-fields';

const rid = 'a'.repeat(32);
const other = 'b'.repeat(32);
const model = { id: 'model', dimensions: 1 };

const sealed = ({ password: _, ...field }: NewField): SealedField => ({
  ...field,
  sealedPassword: null,
  sealedSecrets: null,
});
const text = (id: string, body = 'Tides') => sealed(newTextField(id, { body, format: 'PLAIN' }));

describe('fields that are read in portions', () => {
  const repository = new FieldRepository();
  const contents = new FieldContentRepository();
  const resources = new ResourceRepository();
  const vectorsets = new VectorsetRepository();
  let world: RowsWorld;
  let kbid: string;

  beforeAll(async () => {
    world = await RowsWorld.start();
  });
  beforeEach(async () => {
    kbid = randomUUID();
    await world.dataSource.manager.insert(KnowledgeBoxEntity, boxRow(kbid));
    await run((tx) => vectorsets.ensure(kbid, model, tx));
    for (const id of [rid, other]) await run((tx) => resources.insertRow(resourceRow(kbid, id), tx));
  });
  afterAll(() => world.stop());

  const run = <T>(work: Parameters<typeof world.transactions.run<T>>[0]) => world.transactions.run(work);
  const read = <T>(work: Parameters<typeof world.transactions.read<T>>[0]) => world.transactions.read(work);
  const put = (fields: readonly SealedField[], { seqid = 1, to = rid, box = kbid } = {}) =>
    run((tx) => repository.put({ kbid: box, rid: to, seqid }, fields, tx));
  const key = (id: string, letter: FieldLetter = 't', of = rid) => ({ kbid, rid: of, letter, id });
  const extracted = (id: string, members: Partial<ExtractedFieldEntity> = {}): ExtractedFieldEntity => ({
    ...{ ...key(id), seqid: 1, text: `Text of ${id}`, paragraphs: [paragraph(0, 4)], understood },
    ...{ extractedAt: new Date(1_000), ...members },
  });
  const store = (...fields: readonly ExtractedFieldEntity[]) => run((tx) => repository.putExtracted(fields, tx));
  const vectors = (id: string, part: number, seqid = 1): FieldVectorsEntity => ({
    ...{ ...key(id), vectorset: 'model', part, seqid, vectors: Buffer.from([part, seqid]) },
  });

  const versionOf = (id: string, seqid = '1') => ({ ...key(id), seqid });

  it('give parts of their text by characters, and of their paragraphs', async () => {
    await store(extracted('a', { text: '🌊ides', paragraphs: [paragraph(0, 1), paragraph(1, 3), paragraph(3, 5)] }));
    expect(await read((tx) => contents.textPart(versionOf('a'), { from: 0, count: 2 }, tx))).toBe('🌊i');
    expect(await read((tx) => contents.textPart(versionOf('a'), { from: 4, count: 9 }, tx))).toBe('s');
    expect(await read((tx) => contents.rangesPart(versionOf('a'), { from: 1, count: 9 }, tx))).toEqual([
      { start: 1, end: 3 },
      { start: 3, end: 5 },
    ]);
    expect(await read((tx) => contents.paragraphsPart(versionOf('a'), { from: 2, count: 1 }, tx))).toMatchObject([
      { start: 3 },
    ]);
    expect(await read((tx) => contents.paragraphsPart(versionOf('a'), { from: 9, count: 1 }, tx))).toEqual([]);
  });

  it('fail when they have changed meanwhile, rather than mix two versions', async () => {
    await store(extracted('a', { seqid: 2 }));
    const portion = { from: 0, count: 1 };
    const changed = {
      code: 'unavailable',
      message: 'The field t/a changed while it was read; read it again',
    };
    await expect(read((tx) => contents.textPart(versionOf('a'), portion, tx))).rejects.toMatchObject(changed);
    await expect(read((tx) => contents.rangesPart(versionOf('a'), portion, tx))).rejects.toMatchObject(changed);
    await expect(read((tx) => contents.paragraphsPart(versionOf('none'), portion, tx))).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('give the parts of vectors that are stored, in their order', async () => {
    await run((tx) => repository.putVectors([vectors('a', 2), vectors('a', 0), vectors('a', 1, 9)], tx));
    const parts = { from: 0, count: 3 };
    const found = await read((tx) => contents.vectorParts({ ...versionOf('a'), vectorset: 'model' }, parts, tx));
    expect(found.parts).toEqual([0, 2]);
    expect([...found.vectors]).toEqual([0, 1, 2, 1]);
    const none = await read((tx) => contents.vectorParts({ ...versionOf('a'), vectorset: 'none' }, parts, tx));
    expect([none.parts, none.vectors.length]).toEqual([[], 0]);
  });

  it('say how large they are before they are read', async () => {
    await put([text('a'), text('b')]);
    await store(extracted('a', { text: 'x'.repeat(10_000) }));
    const heads = async (hasExtracted: boolean, after = '') => {
      const wanted = { extracted: hasExtracted };
      const range = { after, limit: 10 };
      return read((tx) => contents.listHeads({ kbid, rid, letters: ['t'] }, wanted, { ...range, tx }));
    };
    const [bare, whole] = [await heads(false), await heads(true)];
    expect(whole.map(({ id }) => id)).toEqual(['a', 'b']);
    expect((whole[0]?.bytes ?? 0) - (bare[0]?.bytes ?? 0)).toBeGreaterThanOrEqual(10_000);
    expect(whole[1]?.bytes).toBe(bare[1]?.bytes);
    expect((await heads(false, 'a')).map(({ id }) => id)).toEqual(['b']);
    const total = await read((tx) =>
      contents.totalBytes({ kbid, rids: [rid], letters: ['t'] }, { extracted: true }, tx),
    );
    expect(total).toBeGreaterThan(10_000);
  });

  it('give the first characters of each resource, field by field, without titles', async () => {
    await store(extracted('a', { text: '🌊bcd' }), extracted('b', { text: 'efgh' }), extracted('c', { text: 'ij' }));
    await store({ ...extracted('title', { text: 'Title' }), letter: 'a' });
    await store({ ...extracted('a', { text: 'zz' }), rid: other });
    const texts = async (charsMax: number) =>
      (await read((tx) => contents.listTexts({ kbid, rids: [rid, other], charsMax }, tx))).map((one) => one.text);
    expect([await texts(6), await texts(4), await texts(0)]).toEqual([['🌊bcd', 'ef', 'zz'], ['🌊bcd', 'zz'], []]);
  });
});
