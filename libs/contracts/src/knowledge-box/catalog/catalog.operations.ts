import { byQuery } from '../../core/door';
import { documentOperation, operation } from '../../core/operation';
import { catalogRequestOf } from '../catalog-by-query';
import { KnowledgeBoxTarget } from '../params';
import { READ_DEADLINE_MS, readsKnowledgeBox } from '../policies';
import { Catalog, CatalogFacets, CatalogFacetsRequest, CatalogQuery, CatalogRequest } from './catalog.dto';

const path = '/api/v1/kb/{kbid}/catalog';

/**
 * Returns a page of resources that match all conditions, from the database: a resource is listed as soon as it is
 * stored, even unprocessed. `fulltext.results` has the order of the page, `fulltext.total` counts all pages. Hidden and
 * restricted resources are included, except for guests of a published box.
 */
export const listCatalog = documentOperation({
  name: 'kb.catalog.list.post',
  summary: 'List resources by conditions',
  http: { method: 'POST', path, host: 'zone', success: 200 },
  policy: readsKnowledgeBox,
  lane: 'list',
  params: KnowledgeBoxTarget,
  body: CatalogRequest,
  answer: Catalog,
  fails: {
    invalid_query:
      'The expression names a slug that the box does not have, is nested too deep or no JSON, comes with one of the ' +
      'older filters, or a label of these does not begin with a slash.',
  },
  deadlineMs: READ_DEADLINE_MS,
  doors: [
    {
      name: 'kb.catalog.list.get',
      summary: 'List resources by conditions, by query parameters',
      description: 'The same as `kb.catalog.list.post`, for clients that cannot send a body.',
      http: { method: 'GET', path },
      ...byQuery(CatalogQuery, catalogRequestOf),
    },
  ],
});

/**
 * Counts resources by label path, on all levels below the requested paths. At most 10,000 paths are returned,
 * those of most resources first.
 */
export const countCatalogFacets = operation({
  name: 'kb.catalog.facets',
  summary: 'Count resources by label',
  http: { method: 'POST', path: `${path}/facets`, host: 'zone', success: 200 },
  policy: readsKnowledgeBox,
  lane: 'list',
  params: KnowledgeBoxTarget,
  body: CatalogFacetsRequest,
  answer: CatalogFacets,
  deadlineMs: READ_DEADLINE_MS,
});
