import { getResource } from '@lectern/contracts/knowledge-box';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client';

/** All queries about a resource begin with this key; its fields are read by `fieldQuery`, which has it, too. */
export const resourceKey = (kbid: string, rid: string) => ['box', kbid, 'resource', rid] as const;

/** A resource without the extracted parts of its fields, which may be long. */
export const resourceQuery = (kbid: string, rid: string) =>
  queryOptions({
    queryKey: [...resourceKey(kbid, rid), 'whole'],
    queryFn: ({ signal }) =>
      api.document(getResource, {
        params: { kbid, rid },
        query: { show: ['basic', 'origin', 'extra', 'relations', 'values', 'errors', 'security'] },
        signal,
      }),
  });
