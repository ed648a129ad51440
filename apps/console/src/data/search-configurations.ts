import { listSearchConfigurations, type SearchConfigurations } from '@lectern/contracts/knowledge-box';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client';

const FRESH_MS = 30_000;

/** Search configurations of a box by name. */
export const searchConfigurationsQuery = (kbid: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'search-configurations'],
    queryFn: ({ signal }): Promise<SearchConfigurations> =>
      api.document(listSearchConfigurations, { params: { kbid }, signal }),
    staleTime: FRESH_MS,
  });
