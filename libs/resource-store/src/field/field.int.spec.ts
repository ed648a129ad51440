import { randomUUID } from 'node:crypto';
import type { Transactions } from '@lectern/database';
import { paragraph, understood } from '../../fixtures/extracted';
import { ExtractedFieldEntity } from './field.entity';
import { FieldRepository } from './field.repository';
import { RowsWorld } from '../../fixtures/rows-world';

const rid = 'a'.repeat(32);

describe('What was found in fields', () => {
  const repository = new FieldRepository();
  let world: RowsWorld;
  let transactions: Transactions;
  let kbid: string;

  beforeAll(async () => {
    world = await RowsWorld.start();
    ({ transactions } = world);
  });
  beforeEach(() => (kbid = randomUUID()));
  afterAll(() => world.stop());

  const extracted = (id: string, text: string, paragraphs: number): ExtractedFieldEntity => ({
    kbid,
    rid,
    letter: 't',
    id,
    seqid: 3,
    text,
    extractedAt: new Date(1_000),
    paragraphs: Array.from({ length: paragraphs }, (_, i) => paragraph(i)),
    understood: { ...understood, title: id },
  });
  const stored = async (...fields: ExtractedFieldEntity[]) => {
    await transactions.run((tx) => repository.putExtracted(fields, tx));
    return fields;
  };

  it('is read as it was stored, however large, by kind and id', async () => {
    const text = 'päper 😀 '.repeat(300_000);
    const fields = await stored(extracted('a', '', 0), extracted('b', text, 2_500), extracted('c', 'The ibex', 1_000));
    expect(await transactions.read((tx) => repository.listExtracted(kbid, [rid], tx))).toEqual(fields);
  });

  it('is read of some fields, and of those alone', async () => {
    const [, b] = await stored(extracted('a', 'Ann', 1), extracted('b', 'Ben', 1), extracted('chat/m1', 'Cid', 1));
    const named = (...names: readonly string[]) =>
      transactions.read((tx) => repository.listExtractedNamed(kbid, names, tx));
    expect(await named(`${rid}/t/b`, `${rid}/t/none`, 'none')).toEqual([b]);
    expect((await named(`${rid}/t/chat/m1`)).map(({ text }) => text)).toEqual(['Cid']);
    expect(await named()).toEqual([]);
  });

  it('is read without the texts', async () => {
    const fields = await stored(extracted('a', '', 0), extracted('b', 'The ibex', 2_500));
    const found = await transactions.read((tx) => repository.listParagraphs(kbid, [rid], tx));
    expect(found).toEqual(fields.map((field) => ({ ...field, text: '' })));
  });

  it('is nothing for no resources', async () => {
    expect(await transactions.read((tx) => repository.listExtracted(kbid, [], tx))).toEqual([]);
  });
});
