import { randomUUID } from 'node:crypto';
import { type IndexFilter, unrestricted, type Visibility } from '@lectern/contracts/core';
import type { GraphQuery, NodeMatch, Relation } from '@lectern/contracts/knowledge-box';
import type { Transactions } from '@lectern/database';
import { paragraph, understood } from '../../../resource-store/fixtures/extracted';
import { resourceRow } from '../../../resource-store/fixtures/resource-row';
import { RowsWorld } from '../../../resource-store/fixtures/rows-world';
import { FieldRepository, ResourceEntity, replaceResourceEdges } from '@lectern/resource-store';
import { withCatalogColumns } from '../../../resource-store/src/resource/resource-columns';
import { GraphRepository } from './graph.repository';

const ADA = { label: 'PERSON', text: 'Ada Lovelace', positions: [{ start: 12, end: 24 }] };
const entity = (text: string, label = 'PERSON') => ({ label, text, positions: [] });
const anything: GraphQuery = { all: [] };

describe('The graph of a knowledge box', () => {
  const graph = new GraphRepository();
  const fields = new FieldRepository();
  let world: RowsWorld;
  let transactions: Transactions;
  let kbid: string;

  beforeAll(async () => {
    world = await RowsWorld.start();
    ({ transactions } = world);
  });
  beforeEach(() => (kbid = randomUUID()));
  afterAll(() => world.stop());

  const resource = async (rid: string, members: Partial<ResourceEntity> = {}) => {
    const row = resourceRow(kbid, rid, members);
    await transactions.run(async (tx) => {
      await tx.upsert(ResourceEntity, withCatalogColumns(row) as object, ['kbid', 'id']);
      await replaceResourceEdges([row], tx);
    });
  };
  const field = async (rid: string, id: string, entities: (typeof ADA)[], seqid = 1) => {
    const found = { text: '', paragraphs: [paragraph(0, 10), paragraph(10, 30)], extractedAt: new Date(0) };
    const row = { kbid, rid, letter: 't' as const, id, seqid, ...found, understood: { ...understood, entities } };
    await transactions.run((tx) => fields.putExtracted([row], tx));
  };
  const reading = (query: GraphQuery, visibility: Visibility = unrestricted, filter?: IndexFilter) => ({
    kbid,
    visibility,
    query,
    limit: 100,
    ...(filter && { filter }),
  });
  const nodes = async (...asked: Parameters<typeof reading>) =>
    (await transactions.run((tx) => graph.nodes(reading(...asked), tx))).nodes;
  const paths = async (...asked: Parameters<typeof reading>) =>
    (await transactions.run((tx) => graph.paths(reading(...asked), tx))).paths;
  const values = async (...asked: Parameters<typeof reading>) => (await nodes(...asked)).map(({ value }) => value);
  const like = (value: string, match: NodeMatch = 'exact'): GraphQuery => ({
    node: { value, match, type: 'entity' },
    at: 'either',
  });

  it('has the names of fields, with the paragraph that mentions them first', async () => {
    await resource('r');
    await field('r', 'a', [ADA, entity('London', 'GPE')]);
    expect(await paths(like('ada  lóvelace'))).toEqual([
      {
        source: { value: 'r', type: 'resource', group: '' },
        relation: { label: '', type: 'ENTITY' },
        destination: { value: 'Ada Lovelace', type: 'entity', group: 'PERSON' },
        metadata: { field_id: 'r/t/a', paragraph_id: 'r/t/a/10-30' },
        score: 1,
      },
    ]);
    await field('r', 'a', [entity('Grace Hopper')], 2);
    expect(await values({ node: { match: 'exact', type: 'entity' }, at: 'either' })).toEqual(['Grace Hopper']);
    await transactions.run((tx) => fields.delete({ kbid, rid: 'r', letter: 't', id: 'a' }, tx));
    expect(await nodes(anything)).toEqual([]);
  });

  it('has what resources state: collaborators, labels and relations', async () => {
    const stated: Relation = {
      relation: 'OTHER',
      label: 'wrote to',
      from: { value: 'Ada', type: 'entity', group: 'PERSON' },
      to: { value: 'Charles', type: 'entity', group: 'PERSON' },
      metadata: null,
    };
    const metadata = { paragraph_id: 'r/t/a/0-9', data_augmentation_task_id: 'task-7' } as Relation['metadata'];
    const label = { labelset: 'topics', label: 'history', cancelled_by_user: false };
    await resource('r', {
      classifications: [label, { ...label, label: 'art', cancelled_by_user: true }],
      origin: { collaborators: ['ann', 'ann'] } as never,
      relations: [stated, { ...stated, label: 'found', metadata }],
    });
    const all = (await paths(anything)).map(({ source, relation, destination, metadata: place }) =>
      [source.value, relation.type, relation.label, destination.type, destination.value, place?.paragraph_id].join(' '),
    );
    expect(all.sort()).toEqual([
      'Ada OTHER found entity Charles r/t/a/0-9',
      'Ada OTHER wrote to entity Charles ',
      'r ABOUT  label topics/history ',
      'r COLAB  user ann ',
    ]);
    const by = async (query: GraphQuery) => (await paths(query)).map(({ relation }) => relation.label);
    expect(await by({ generatedBy: 'data-augmentation', taskPrefix: 'task-' })).toEqual(['found']);
    expect(await by({ generatedBy: 'data-augmentation', taskPrefix: 'other' })).toEqual([]);
    const similar = [
      { value: 'wrote to', score: 0.7 },
      { value: 'met', score: 0.6 },
    ];
    const name = 'sent letters to';
    expect(await paths({ relation: { label: name, match: 'semantic', similar } })).toMatchObject([
      { relation: { label: 'wrote to' }, score: 0.7 },
    ]);
    expect(await paths({ relation: { label: name, match: 'semantic', similar: [] } })).toEqual([]);
    const node = { value: 'Countess', match: 'semantic', similar: [{ value: 'ADA', score: 0.9 }] } as const;
    const scores = (await paths({ node, at: 'source' })).map(({ source, score }) => [source.value, score]);
    expect(scores).toEqual([
      ['Ada', 0.9],
      ['Ada', 0.9],
    ]);
    expect(await by({ all: [{ generatedBy: 'user' }, { relation: { type: 'OTHER' } }] })).toEqual(['wrote to']);
    await resource('r');
    expect(await paths(anything)).toEqual([]);
  });

  it('compares values exactly, by beginnings and by words, the best first', async () => {
    await resource('r');
    const names = ['Ada Lovelace', 'Adah', 'Ada', 'Bda x', 'Lovelace-King', 'Ida', 'Zoe', 'A.*'];
    await field(
      'r',
      'a',
      names.map((name) => entity(name)),
    );
    expect(await values(like('ada'))).toEqual(['Ada']);
    expect(await nodes(like('ADA', 'fuzzy'))).toMatchObject([
      { value: 'Ada', score: 1 },
      { value: 'Ada Lovelace', score: 0.8 },
      { value: 'Adah', score: 0.8 },
      { value: 'Bda x', score: 0.6 },
      { value: 'Ida', score: 0.6 },
    ]);
    expect(await values(like('lovelase', 'fuzzy_words'))).toEqual(['Ada Lovelace', 'Lovelace-King']);
    expect(await values(like('Lovelace Ada', 'fuzzy_words'))).toEqual([
      'Ada Lovelace',
      'Ada',
      'Lovelace-King',
      'Adah',
      'Bda x',
      'Ida',
    ]);
    expect(await values(like('a.*', 'fuzzy'))).toEqual(['A.*']);
  });

  it('shows nothing of resources that are not visible, whatever the query says', async () => {
    await resource('open');
    await resource('hidden', { hidden: true });
    await resource('closed', { accessGroups: ['/hr'] });
    for (const rid of ['open', 'hidden', 'closed']) await field(rid, 'a', [entity(`in ${rid}`)]);
    const nothing = like('nothing');
    for (const query of [anything, { not: nothing }, { any: [nothing, anything] }, { not: { not: anything } }]) {
      const named = async (visibility: Visibility) =>
        (await values(query, visibility)).filter((value) => value.startsWith('in ')).sort();
      expect(await named(unrestricted)).toEqual(['in closed', 'in hidden', 'in open']);
      expect(await named({ groups: [], hidden: false })).toEqual(['in open']);
      expect(await named({ groups: ['hr'], hidden: false })).toEqual(['in closed', 'in open']);
      expect(await named({ hidden: false })).toEqual(['in closed', 'in open']);
    }
  });
});
