import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Filters, filtersOf } from '../../parts/filters/filters';
import { type SearchParams, searchParams } from './search-params';

/** The search that the address names, and how to change it. */
export function useSearchParams() {
  const navigate = useNavigate();
  const params = searchParams(useSearch({ strict: false }));
  const change = (next: SearchParams) =>
    void navigate({ to: '.', search: searchParams({ ...params, ...next }), replace: true });
  return {
    query: params.q ?? '',
    filters: filtersOf({ ...params }),
    setFilters: (filters: Filters) => change({ from: undefined, to: undefined, ...filters }),
    setQuery: (q: string) => change({ q }),
  };
}

/** Writes a query into the address when it has settled. */
export function useWrittenQuery(settled: string, { query, setQuery }: ReturnType<typeof useSearchParams>): void {
  useEffect(() => {
    if (settled !== query) setQuery(settled);
    // Only what is typed changes the address; the address itself is read when the page opens.
  }, [settled]);
}
