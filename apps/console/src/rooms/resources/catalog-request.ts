import type { CatalogRequest, SortOrder } from '@lectern/contracts/knowledge-box';
import type { ListSearch } from './list-search';

/** Rows of a page of the table. */
export const PAGE_ROWS = 50;

/** Kinds and labels that the filters offer, with how many resources have them. */
export const facets = { kind: '/icon', label: '/classification.labels' } as const;

/** Query of the catalog. */
export function catalogRequest({ q, hidden, sort = 'created', order, page = 1, ...search }: ListSearch) {
  const conditions = conditionsOf(search);
  const direction: SortOrder = order ?? 'desc';
  return {
    ...(q !== undefined && { query: { field: 'title', match: 'contains', query: q } as const }),
    ...(conditions.length > 0 && { filter_expression: { resource: { and: conditions } } }),
    ...(hidden !== undefined && { hidden }),
    sort: { field: sort, order: direction },
    page_number: page - 1,
    page_size: PAGE_ROWS,
    show: ['basic', 'origin', 'errors', 'security'],
  } satisfies Partial<CatalogRequest>;
}

function conditionsOf({ status, kind, label }: Pick<ListSearch, 'status' | 'kind' | 'label'>): object[] {
  const [type, subtype] = split(kind);
  const [labelset, name] = split(label);
  return [
    ...(status !== undefined ? [{ prop: 'status', status }] : []),
    ...(type !== undefined ? [{ prop: 'resource_mimetype', type, ...(subtype !== undefined && { subtype }) }] : []),
    ...(labelset !== undefined ? [{ prop: 'label', labelset, ...(name !== undefined && { label: name }) }] : []),
  ];
}

/** At the first slash: labels may have more of them. */
function split(path = ''): readonly [first?: string, rest?: string] {
  const [, first, rest] = /^([^/]+)(?:\/(.+))?$/su.exec(path) ?? [];
  return [first, rest];
}
