import { getResource } from '@lectern/contracts/knowledge-box';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client';

const FRESH_MS = 60_000;

/** What a resource is called, and what its file is. */
export const documentNameQuery = (kbid: string, rid: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'document-name', rid],
    queryFn: async ({ signal }) => {
      const query = { show: ['basic' as const, 'origin' as const] };
      const { title, origin } = await api.document(getResource, { params: { kbid, rid }, query, signal });
      return { title: title || rid, filename: origin?.filename ?? undefined };
    },
    staleTime: FRESH_MS,
    // One that is gone stays so.
    retry: false,
  });
