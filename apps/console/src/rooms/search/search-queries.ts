import { listCatalog, type Resource } from '@lectern/contracts/knowledge-box';
import { type FindAnswer, findParagraphs, TOP_K_MAX } from '@lectern/contracts/search';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import { fileNameBeside } from '../../parts/file-name';
import { filterMembers, type Filters } from '../../parts/filters/filters';

/** Passages of the first answer; every further one has as many more, until the server gives no more at once. */
export const STEP = 20;
export const SHOWN_MAX = TOP_K_MAX;
const TITLES_MAX = 20;

export interface Search {
  readonly kbid: string;
  readonly query: string;
  readonly filters: Filters;
  /** Name of a search configuration; undefined without one. */
  readonly configuration: string | undefined;
  readonly shown: number;
}

const FRESH_MS = 30_000;

function find(
  { kbid, query, filters, configuration, shown }: Search,
  more: object,
  signal: AbortSignal,
): Promise<FindAnswer> {
  const named = configuration !== undefined && { search_configuration: configuration };
  // A configuration may say how many results there are first.
  const size = (!named || shown !== STEP) && { top_k: shown };
  const body = {
    query,
    ...size,
    ...named,
    highlight: true,
    show: ['basic' as const, 'origin' as const],
    ...filterMembers(filters),
    ...more,
  };
  return api.call(findParagraphs, { params: { kbid }, body, signal });
}

/** Searches; a call whose question is no longer on the page is cancelled. */
export const searchQuery = (search: Search) =>
  queryOptions({
    queryKey: ['box', search.kbid, 'search', search],
    queryFn: ({ signal }) => find(search, {}, signal),
    staleTime: FRESH_MS,
  });

/** The same search with how each result came to its place. */
export const explainedQuery = (search: Search) =>
  queryOptions({
    queryKey: ['box', search.kbid, 'search', search, 'explained'],
    queryFn: async ({ signal }) => (await find(search, { debug: true }, signal)).results.explanations ?? {},
    staleTime: FRESH_MS,
  });

/** Why the search does not show a resource. */
export const missingQuery = (search: Search, rid: string) =>
  queryOptions({
    queryKey: ['box', search.kbid, 'search', search, 'missing', rid],
    queryFn: async ({ signal }) => {
      const { results } = await find(search, { debug: true, explain_missing: [rid] }, signal);
      return results.missing?.[rid] ?? null;
    },
    staleTime: FRESH_MS,
  });

/** Resources by words of their titles. */
export const titlesQuery = (kbid: string, words: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'titles', words],
    queryFn: async ({ signal }) => {
      const body = { query: words, page_size: TITLES_MAX, show: ['basic' as const, 'origin' as const] };
      const { resources, fulltext } = await api.document(listCatalog, { params: { kbid }, body, signal });
      return fulltext.results.map(({ rid }) => ({ value: rid, label: labelOf(rid, resources[rid]) }));
    },
    staleTime: FRESH_MS,
  });

/** `Tide tables · tides-2026.pdf` */
function labelOf(rid: string, { title = '', origin }: Partial<Resource> = {}): string {
  const names = [title || rid, fileNameBeside(title, origin?.filename)];
  return names.filter((name) => name !== undefined).join(' · ');
}
