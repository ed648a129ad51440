import { randomUUID } from 'node:crypto';
import type { KeyValue, KeyValueQuery } from '@lectern/contracts/knowledge-box';
import { boxRow } from '../../../resource-store/fixtures/box-row';
import { resourceRow } from '../../../resource-store/fixtures/resource-row';
import { RowsWorld } from '../../../resource-store/fixtures/rows-world';
import { newKeyValueField, KnowledgeBoxEntity, ResourceRepository } from '@lectern/resource-store';
import { KeyValueRepository } from './key-value.repository';

const field = { description: '', required: false, range: false, repeated: false };
const schemas = [
  {
    id: 'book',
    fields: [
      { ...field, key: 'title', type: 'text' as const },
      { ...field, key: 'pages', type: 'integer' as const },
      { ...field, key: 'lent', type: 'boolean' as const },
      { ...field, key: 'printed', type: 'date' as const },
      { ...field, key: 'ages', type: 'float' as const, range: true },
      { ...field, key: 'read', type: 'date' as const, range: true },
      { ...field, key: 'topics', type: 'text' as const, repeated: true },
    ],
  },
];
const january = '2024-01-01T00:00:00Z';
const values: Readonly<Record<string, Readonly<Record<string, KeyValue>>>> = {
  a: {
    title: 'Tides',
    pages: 10,
    lent: true,
    printed: january,
    ages: { lower: 3, upper: 6.5 },
    topics: ['sea', 'moon'],
  },
  b: {
    title: 'Harbours',
    pages: 200,
    lent: false,
    printed: '2024-06-01T02:00:00+02:00',
    ages: 6,
    topics: 'sea',
    read: { lower: january, upper: '2024-03-01T00:00:00Z' },
  },
  // Values of an earlier schema.
  c: {
    title: 5,
    pages: 'many',
    lent: 'no',
    printed: 'soon',
    ages: { lower: 'a', upper: 'b' },
    topics: 7,
    read: 'never',
  },
};

describe('resources by what their key-value fields say', () => {
  const repository = new KeyValueRepository();
  let world: RowsWorld;
  let kbid: string;
  const id = (letter: string) => letter.repeat(32);
  const found = async (query: KeyValueQuery, limit = 10) => {
    const rids = await world.transactions.run((tx) => repository.match({ kbid, query, schemas, limit }, tx));
    return rids
      .map(([letter]) => letter)
      .sort()
      .join('');
  };
  const key = (name: string) => ({ schema: 'book', key: name });

  beforeAll(async () => {
    world = await RowsWorld.start();
    kbid = randomUUID();
    // The entity has free-form JSON members.
    await world.dataSource.getRepository(KnowledgeBoxEntity).insert(boxRow(kbid) as object);
    for (const letter of ['a', 'b', 'c', 'd']) {
      const data = values[letter];
      const { password: _, ...written } = newKeyValueField('book', { data: data ?? {} });
      const fields = data ? [{ ...written, sealedPassword: null, sealedSecrets: null }] : [];
      const row = resourceRow(kbid, id(letter), { titleIsProvisional: true, summaryIsProvisional: true });
      await world.transactions.run((tx) => new ResourceRepository().insert(row, fields, { also: '1', by: 'ann', tx }));
    }
  });
  afterAll(() => world.stop());

  it.each<[KeyValueQuery, string]>([
    [{ ...key('title'), eq: 'Tides' }, 'a'],
    [{ ...key('title'), eq: 'tides' }, ''],
    [{ ...key('pages'), eq: 10 }, 'a'],
    [{ ...key('pages'), gte: 10 }, 'ab'],
    [{ ...key('pages'), gte: 11, lte: 200 }, 'b'],
    [{ ...key('lent'), eq: false }, 'b'],
    [{ ...key('printed'), eq: '2024-06-01T00:00:00Z' }, 'b'],
    [{ ...key('printed'), lte: '2024-02-01T00:00:00Z' }, 'a'],
    [{ ...key('ages'), contains: 6 }, 'ab'],
    [{ ...key('ages'), contains: 6.5 }, 'a'],
    [{ ...key('read'), contains: '2024-02-01T00:00:00Z' }, 'b'],
    [{ ...key('read'), contains: '0000-01-01T00:00:00Z' }, ''],
    [{ ...key('topics'), contains: 'sea' }, 'ab'],
    [{ ...key('topics'), contains: 'moon' }, 'a'],
    [{ all: [{ ...key('topics'), contains: 'sea' }, { not: { ...key('lent'), eq: true } }] }, 'b'],
    [
      {
        any: [
          { ...key('pages'), lte: 10 },
          { ...key('title'), eq: 'Harbours' },
        ],
      },
      'ab',
    ],
    [{ not: { ...key('pages'), eq: 10 } }, 'bcd'],
    [{ ...key('title'), eq: "'; --" }, ''],
  ])('%j', async (query, expected) => {
    expect(await found(query)).toBe(expected);
  });

  it('are so many at most', async () => {
    expect(await found({ not: { ...key('pages'), eq: 10 } }, 2)).toHaveLength(2);
  });
});
