import { randomUUID } from 'node:crypto';
import { unrestricted, type Visibility } from '@lectern/contracts/core';
import { paragraph, understood } from '../../../resource-store/fixtures/extracted';
import { resourceRow } from '../../../resource-store/fixtures/resource-row';
import { RowsWorld } from '../../../resource-store/fixtures/rows-world';
import { FieldRepository, ResourceEntity } from '@lectern/resource-store';
import { withCatalogColumns } from '../../../resource-store/src/resource/resource-columns';
import { GraphNamesRepository } from './graph-names.repository';

describe('Names in the graph', () => {
  const names = new GraphNamesRepository();
  const fields = new FieldRepository();
  let world: RowsWorld;
  let kbid: string;

  beforeAll(async () => (world = await RowsWorld.start()));
  beforeEach(() => (kbid = randomUUID()));
  afterAll(() => world.stop());

  const mention = async (rid: string, texts: readonly string[], members: Partial<ResourceEntity> = {}) => {
    const row = resourceRow(kbid, rid, members);
    const entities = texts.map((text) => ({ label: 'PERSON', text, positions: [] }));
    const found = { text: '', paragraphs: [paragraph(0, 10)], extractedAt: new Date(0) };
    const field = {
      kbid,
      rid,
      letter: 't' as const,
      id: 'a',
      seqid: 1,
      ...found,
      understood: { ...understood, entities },
    };
    await world.transactions.run(async (tx) => {
      await tx.upsert(ResourceEntity, withCatalogColumns(row) as object, ['kbid', 'id']);
      await fields.putExtracted([field], tx);
    });
  };
  const begin = async (beginnings: readonly string[], visibility: Visibility = unrestricted, limit = 10) => {
    const query = { kbid, visibility, beginnings, limit };
    return (await world.transactions.run((tx) => names.list(query, tx))).nodes.map(({ value }) => value);
  };

  it('are found by what they begin with, whole ones first, then those of more edges', async () => {
    await mention('r', ['Ada', 'Ada Lovelace', 'Adam', 'Bob']);
    await mention('s', ['Ada Lovelace', 'Ádám Smith']);
    expect(await begin(['ada'])).toEqual(['Ada', 'Ada Lovelace', 'Adam', 'Ádám Smith']);
    expect(await begin(['bo', 'ADA L'])).toEqual(['Ada Lovelace', 'Bob']);
    expect(await begin(['ada'], unrestricted, 2)).toEqual(['Ada', 'Ada Lovelace']);
    expect(await begin(['da', 'ac', ''])).toEqual([]);
  });

  it('are those of visible resources', async () => {
    await mention('r', ['Ada Lovelace'], { hidden: true });
    await mention('s', ['Adam']);
    expect(await begin(['ada'])).toEqual(['Ada Lovelace', 'Adam']);
    expect(await begin(['ada'], { ...unrestricted, hidden: false })).toEqual(['Adam']);
  });
});
