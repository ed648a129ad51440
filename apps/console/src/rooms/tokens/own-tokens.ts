import { createPersonalToken, deletePersonalToken, listPersonalTokens } from '@lectern/contracts/accounts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../api/client';
import { queries } from '../../api/queries';

const DAY_MS = 86_400_000;

/** Personal access tokens of this person. */
export const ownTokensQuery = queryOptions({
  queryKey: ['own-tokens'],
  queryFn: async ({ signal }) => (await api.call(listPersonalTokens, { signal })).tokens,
});

const renew = () => queries.invalidateQueries({ queryKey: ownTokensQuery.queryKey });

export function useCreateToken() {
  return useMutation({
    mutationFn: ({ description, days }: { readonly description: string; readonly days: number }) => {
      const expiration_date = new Date(Date.now() + days * DAY_MS).toISOString();
      return api.call(createPersonalToken, { body: { description, expiration_date } });
    },
    onSuccess: renew,
  });
}

export function useDeleteToken() {
  return useMutation({
    mutationFn: (token_id: string) => api.call(deletePersonalToken, { params: { token_id } }),
    onSettled: renew,
  });
}
