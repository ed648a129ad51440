import {
  type Catalog,
  countCatalogFacets,
  listCatalog,
  listCatalogByQuery,
  modifyResource,
} from '@lectern/contracts/knowledge-box';
import type { KnowledgeBoxClient } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { caller, runningModes, server } from '../harness/modes';

const topic = (label: string) => ({ labelset: 'topics', label });
const idsOf = ({ fulltext }: Catalog) => fulltext.results.map(({ rid }) => rid);

describe.each(runningModes())('the catalog, %s', (mode) => {
  it('lists what was written, at once, by conditions', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const usermetadata = (...labels: string[]) => ({ usermetadata: { classifications: labels.map(topic) } });
    const odyssey = await kb.createResource({ title: 'The Odyssey', slug: 'odyssey', ...usermetadata('greek', 'sea') });
    const aeneid = await kb.createResource({ title: 'The Aeneid', ...usermetadata('latin') });
    const body = { query: 'odyssey', faceted: ['/l/topics'], page_size: 1 };
    expect(await kb.api(listCatalog, { body })).toMatchObject({
      resources: { [odyssey]: { id: odyssey, slug: 'odyssey', title: 'The Odyssey', data: expect.anything() } },
      fulltext: {
        results: [
          { rid: odyssey, field: 'title', field_type: 'a', labels: ['/l/topics/greek', '/l/topics/sea'], score: 0 },
        ],
        facets: {
          '/classification.labels/topics': {
            '/classification.labels/topics/greek': 1,
            '/classification.labels/topics/sea': 1,
          },
        },
        ...{ query: 'odyssey', total: 1, page_number: 0, page_size: 1, next_page: false, min_score: 0 },
      },
    });
    await kb.api(modifyResource, { params: { rid: aeneid }, body: usermetadata('sea') });
    const filter_expression = { resource: { and: [{ prop: 'label', labelset: 'topics', label: 'sea' }] } };
    const first = await kb.api(listCatalog, { body: { filter_expression, page_size: 1 } });
    expect([idsOf(first), first.fulltext.total, first.fulltext.next_page]).toEqual([[aeneid], 2, true]);
    const query = { filter_expression: JSON.stringify(filter_expression), page_size: 1, page_number: 1 };
    const second = await kb.api(listCatalogByQuery, { query });
    expect([idsOf(second), second.fulltext.next_page]).toEqual([[odyssey], false]);
    const { facets } = await kb.api(countCatalogFacets, { body: { prefixes: ['/l'] } });
    expect(facets).toEqual({ '/l': 2, '/l/topics': 2, '/l/topics/greek': 1, '/l/topics/sea': 2 });
  });
});
