import { randomUUID } from 'node:crypto';
import { unrestricted, type Visibility } from '@lectern/contracts/core';
import type { Transactions } from '@lectern/database';
import { understood } from '../../../resource-store/fixtures/extracted';
import { withCatalogColumns } from '../../../resource-store/src/resource/resource-columns';
import { resourceRow } from '../../../resource-store/fixtures/resource-row';
import { FieldRepository, ResourceEntity } from '@lectern/resource-store';
import { EntityRepository } from './entity.repository';
import { RowsWorld } from '../../../resource-store/fixtures/rows-world';

const publicOnly: Visibility = { groups: [], hidden: false };

describe('Entities of a knowledge box', () => {
  const repository = new EntityRepository();
  let world: RowsWorld;
  let transactions: Transactions;
  let kbid: string;

  beforeAll(async () => {
    world = await RowsWorld.start();
    ({ transactions } = world);
  });
  beforeEach(() => (kbid = randomUUID()));
  afterAll(() => world.stop());

  /** A resource whose fields mention these entities, given as `TYPE:name`. */
  const mentioning = async (fields: readonly (readonly string[])[], members: Partial<ResourceEntity> = {}) => {
    const rid = randomUUID().replaceAll('-', '');
    const rows = fields.map((mentions, number) => ({
      kbid,
      rid,
      letter: 't' as const,
      id: `f${number}`,
      seqid: 1,
      text: '',
      paragraphs: [],
      extractedAt: new Date(0),
      understood: {
        ...understood,
        entities: mentions.map((mention) => {
          const [label = '', text = ''] = mention.split(':');
          return { label, text, positions: [] };
        }),
      },
    }));
    await transactions.run(async (tx) => {
      // TypeORM's type of a partial row does not support free-form JSON.
      const row: object = withCatalogColumns(resourceRow(kbid, rid, members));
      await tx.insert(ResourceEntity, row);
      await new FieldRepository().putExtracted(rows, tx);
    });
  };
  const types = (visibility: Visibility = unrestricted, limit = 10) =>
    transactions.run((tx) => repository.listTypes({ kbid, visibility, limit }, tx));
  const names = (type: string, visibility: Visibility = unrestricted, limit = 10) =>
    transactions.run((tx) => repository.list(type, { kbid, visibility, limit }, tx));

  it('are those of its fields, the most frequent first, to a limit', async () => {
    await mentioning([['PERSON:Ada', 'PERSON:Bob', 'GPE:Rome'], ['PERSON:Bob'], []]);
    await mentioning([['GPE:Paris', 'GPE:Rome', 'GPE:Oslo'], ['PERSON:Bob', 'ORG:Acme'], ['GPE:Rome']]);
    expect(await types()).toEqual(['GPE', 'PERSON', 'ORG']);
    expect(await names('PERSON')).toEqual(['Bob', 'Ada']);
    expect(await names('GPE', unrestricted, 2)).toEqual(['Rome', 'Oslo']);
    expect(await types(unrestricted, 1)).toEqual(['GPE']);
    expect(await names('person')).toEqual([]);
  });

  it('are none of another box, and none too long for a label', async () => {
    await mentioning([['PERSON:Ada', `ORG:${'x'.repeat(201)}`]]);
    expect(await types()).toEqual(['PERSON']);
    kbid = randomUUID();
    expect(await types()).toEqual([]);
  });

  it('are those of resources that the caller may see', async () => {
    await mentioning([['PERSON:Public']]);
    await mentioning([['PERSON:Open']], { accessGroups: [] });
    await mentioning([['PERSON:Restricted', 'ORG:Secret']], { accessGroups: ['hr'] });
    await mentioning([['PERSON:Hidden']], { hidden: true });
    expect(await names('PERSON')).toEqual(['Hidden', 'Open', 'Public', 'Restricted']);
    expect(await names('PERSON', publicOnly)).toEqual(['Open', 'Public']);
    expect(await types(publicOnly)).toEqual(['PERSON']);
    expect(await names('ORG', { groups: ['hr', 'it'], hidden: false })).toEqual(['Secret']);
  });
});
