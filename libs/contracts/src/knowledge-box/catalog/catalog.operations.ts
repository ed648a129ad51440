import { documentOperation, operation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../params';
import { READ_DEADLINE_MS, readsKnowledgeBox } from '../policies';
import { Catalog, CatalogFacets, CatalogFacetsRequest, CatalogQuery, CatalogRequest } from './catalog.dto';

const catalog = {
  policy: readsKnowledgeBox,
  lane: 'list' as const,
  params: KnowledgeBoxTarget,
  answer: Catalog,
  fails: {
    invalid_query:
      'The expression names a slug that the box does not have, is nested too deep or no JSON, comes with one of the ' +
      'older filters, or a label of these does not begin with a slash.',
  },
  deadlineMs: READ_DEADLINE_MS,
};

/**
 * Returns a page of resources that match all conditions, from the database: a resource is listed as soon as it is
 * stored, even unprocessed. `fulltext.results` has the order of the page, `fulltext.total` counts all pages. Hidden and
 * restricted resources are included, except for guests of a published box.
 */
export const listCatalog = documentOperation({
  ...catalog,
  name: 'kb.catalog.list.post',
  summary: 'List resources by conditions',
  http: { method: 'POST', path: '/api/v1/kb/{kbid}/catalog', host: 'zone', success: 200 },
  body: CatalogRequest,
});

/** The same as `kb.catalog.list.post`, for clients that cannot send a body. */
export const listCatalogByQuery = documentOperation({
  ...catalog,
  name: 'kb.catalog.list.get',
  summary: 'List resources by conditions, by query parameters',
  http: { method: 'GET', path: '/api/v1/kb/{kbid}/catalog', host: 'zone', success: 200 },
  query: CatalogQuery,
});

/**
 * Counts resources by label path, on all levels below the requested paths. At most 10,000 paths are returned,
 * those of most resources first.
 */
export const countCatalogFacets = operation({
  name: 'kb.catalog.facets',
  summary: 'Count resources by label',
  http: { method: 'POST', path: '/api/v1/kb/{kbid}/catalog/facets', host: 'zone', success: 200 },
  policy: readsKnowledgeBox,
  lane: 'list',
  params: KnowledgeBoxTarget,
  body: CatalogFacetsRequest,
  answer: CatalogFacets,
  deadlineMs: READ_DEADLINE_MS,
});
