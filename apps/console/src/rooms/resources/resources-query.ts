import { listCatalog } from '@lectern/contracts/knowledge-box';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import { catalogRequest, facets } from './catalog-request';
import type { ListSearch } from './list-search';

/** All queries about the list of a box begin with this key. */
export const listKey = (kbid: string) => ['box', kbid, 'resources'] as const;

/** Of all pages of the table. */
export const pageKey = (kbid: string) => [...listKey(kbid), 'page'] as const;

/** A page of the table. A newer search cancels it. */
export const resourcesQuery = (kbid: string, search: ListSearch) =>
  queryOptions({
    queryKey: [...pageKey(kbid), search],
    queryFn: ({ signal }) => api.document(listCatalog, { params: { kbid }, body: catalogRequest(search), signal }),
    placeholderData: keepPreviousData,
  });

const CHOICES_FRESH_MS = 30_000;

/** Kinds and labels that resources of the box have, the most frequent ones first. */
export const choicesQuery = (kbid: string) =>
  queryOptions({
    queryKey: [...listKey(kbid), 'choices'],
    staleTime: CHOICES_FRESH_MS,
    queryFn: async ({ signal }) => {
      const body = { page_size: 0, faceted: [facets.kind, facets.label] };
      const { fulltext } = await api.document(listCatalog, { params: { kbid }, body, signal });
      return { types: below(fulltext.facets, facets.kind), labelsets: below(fulltext.facets, facets.label) };
    },
  });

/** The children of some facets, such as the subtypes of media types. */
export const childrenQuery = (kbid: string, facet: string, parents: readonly string[]) =>
  queryOptions({
    queryKey: [...listKey(kbid), 'children', facet, parents],
    staleTime: CHOICES_FRESH_MS,
    enabled: parents.length > 0,
    queryFn: async ({ signal }) => {
      const faceted = parents.map((parent) => `${facet}/${parent}`);
      const { fulltext } = await api.document(listCatalog, {
        params: { kbid },
        body: { page_size: 0, faceted },
        signal,
      });
      return parents.flatMap((parent) =>
        below(fulltext.facets, `${facet}/${parent}`).map((child) => `${parent}/${child}`),
      );
    },
  });

function below(counted: Readonly<Record<string, Readonly<Record<string, number>>>>, facet: string): string[] {
  const children = Object.entries(counted[facet] ?? {}).sort(([, one], [, other]) => other - one);
  return children.map(([path]) => path.slice(facet.length + 1));
}
