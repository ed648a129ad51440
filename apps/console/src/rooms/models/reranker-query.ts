import { ApiError } from '@lectern/client';
import { readModelUse } from '@lectern/contracts/knowledge-box';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';

/** The model that orders results; null for those who do not run the deployment: only they may read its name. */
export const rerankerQuery = queryOptions({
  queryKey: ['reranker'],
  queryFn: async ({ signal }) => {
    try {
      return (await api.call(readModelUse, { signal })).reranker;
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) return null;
      throw error;
    }
  },
});
