import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
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
    configuration: params.configuration,
    filters: filtersOf({ ...params }),
    setFilters: (filters: Filters) => change({ from: undefined, to: undefined, groups: undefined, ...filters }),
    setConfiguration: (configuration: string | undefined) => change({ configuration }),
    setQuery: (q: string) => change({ q }),
  };
}

/** Synchronises the address and the typed text: writes settled text, and follows changes of the address. */
export function useWrittenQuery(settled: string, params: ReturnType<typeof useSearchParams>, type: Type): void {
  const { query, setQuery } = params;
  const written = useRef(query);
  useEffect(() => {
    if (settled === written.current) return;
    written.current = settled;
    setQuery(settled);
  });
  useEffect(() => {
    if (query === written.current) return;
    written.current = query;
    type(query);
  }, [query, type]);
}

type Type = (query: string) => void;
