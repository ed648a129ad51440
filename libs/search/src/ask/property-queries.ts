import { AppError, isObject, validate } from '@lectern/contracts/core';
import {
  type AskRequest,
  FindRequest,
  type PreQuery,
  PREQUERIES_MAX,
  QUERY_CHARS_MAX,
} from '@lectern/contracts/search';

const PROPERTY_TOP_K = 10;
/** Members taken over from the question: how and where to search. */
const sharedMembers = [
  'min_score',
  'vectorset',
  'rank_fusion',
  'reranker',
  'show',
  'filter_expression',
  'fields',
  'filters',
  'keyword_filters',
  'resource_filters',
  'range_creation_start',
  'range_creation_end',
  'range_modification_start',
  'range_modification_end',
  'security',
  'show_hidden',
] as const satisfies readonly (keyof AskRequest & keyof FindRequest)[];

/**
 * One search per property of a schema, built from its name and description.
 *
 * @throws AppError `bad_request` when the schema has more properties than the limit of prequeries
 */
export function propertyQueries(request: AskRequest, schema: object): PreQuery[] {
  const body = 'parameters' in schema && isObject(schema.parameters) ? schema.parameters : schema;
  const properties = 'properties' in body && isObject(body.properties) ? Object.entries(body.properties) : [];
  if (properties.length > PREQUERIES_MAX) {
    const text = 'Answer JSON schema with too many properties generated too many prequeries';
    throw new AppError('bad_request', text);
  }
  const shared = Object.fromEntries(sharedMembers.map((name) => [name, request[name]]));
  // A graph query belongs to the question, not to a property.
  const features = request.features.filter((feature) => feature !== 'relations' && feature !== 'graph');
  return properties.map(([name, property]) => {
    const description = isObject(property) && typeof property.description === 'string' ? property.description : '';
    const query = (description === '' ? name : `${name}: ${description}`).slice(0, QUERY_CHARS_MAX);
    const find = validate(FindRequest, { ...shared, features, query, top_k: PROPERTY_TOP_K });
    return { request: find, weight: 1, prefilter: false };
  });
}
