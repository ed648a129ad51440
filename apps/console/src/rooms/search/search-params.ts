import { type Filters, filtersOf } from '../../parts/filters/filters';

/** Parameters in the address of a search. */
export interface SearchParams extends Partial<Filters> {
  readonly q?: string;
  /** Name of a search configuration. */
  readonly configuration?: string;
}

const QUERY_CHARS_MAX = 2_000;
const NAME_CHARS_MAX = 250;

export function searchParams(search: Readonly<Record<string, unknown>>): SearchParams {
  const { labels, kinds, languages, from, to, groups } = filtersOf(search);
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q) : '';
  const { configuration: named } = search;
  const isNamed = typeof named === 'string' || typeof named === 'number';
  return {
    ...(isNamed && named !== '' && { configuration: String(named).slice(0, NAME_CHARS_MAX) }),
    ...(q !== '' && { q: q.slice(0, QUERY_CHARS_MAX) }),
    ...(labels.length > 0 && { labels }),
    ...(kinds.length > 0 && { kinds }),
    ...(languages.length > 0 && { languages }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(groups !== undefined && { groups }),
  };
}
