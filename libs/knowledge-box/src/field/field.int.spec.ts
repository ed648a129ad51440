import { paragraph, understood } from '../../fixtures/extracted';
import { IndexWorld } from '../../fixtures/index-world';
import { ExtractedFieldEntity } from './field.entity';

const rid = 'a'.repeat(32);

describe('What was found in fields', () => {
  let world: IndexWorld;
  let kbid: string;

  beforeAll(async () => (world = await IndexWorld.start()));
  beforeEach(async () => (kbid = await world.newBox()));
  afterAll(() => world.stop());

  const extracted = (id: string, text: string, paragraphs: number): ExtractedFieldEntity => ({
    ...{ kbid, rid, letter: 't', id, seqid: 3, text, extractedAt: new Date(1_000) },
    paragraphs: Array.from({ length: paragraphs }, (_, i) => paragraph(i)),
    understood: { ...understood, title: id },
  });
  const stored = async (...fields: ExtractedFieldEntity[]) => {
    await world.newResource(kbid, { rid });
    await world.dataSource.manager.delete(ExtractedFieldEntity, { kbid, rid });
    await world.transactions.run((tx) => world.fields.putExtracted(fields, tx));
    return fields;
  };

  it('is read as it was stored, however large, by kind and id', async () => {
    const text = 'päper 😀 '.repeat(300_000);
    const fields = await stored(extracted('a', '', 0), extracted('b', text, 2_500), extracted('c', 'The ibex', 1_000));
    expect(await world.transactions.read((tx) => world.fields.listExtracted(kbid, [rid], tx))).toEqual(fields);
  });

  it('is read without the texts', async () => {
    const fields = await stored(extracted('a', '', 0), extracted('b', 'The ibex', 2_500));
    const found = await world.transactions.read((tx) => world.fields.listParagraphs(kbid, [rid], tx));
    expect(found).toEqual(fields.map((field) => ({ ...field, text: '' })));
  });

  it('is nothing for no resources', async () => {
    expect(await world.transactions.read((tx) => world.fields.listExtracted(kbid, [], tx))).toEqual([]);
  });
});
