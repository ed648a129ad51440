import { listAccounts } from '@lectern/contracts/accounts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api } from '../api/client';

const KEY = 'lectern.account';
const listeners = new Set<() => void>();

/** Accounts that this person is a member of. */
export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: async ({ signal }) => (await api.call(listAccounts, { signal })).accounts,
});

/** Shows the boxes of another account from now on. */
export function chooseAccount(id: string): void {
  localStorage.setItem(KEY, id);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The account whose boxes are shown: the one that was chosen, else the first. */
export function useAccount() {
  const query = useQuery(accountsQuery);
  const chosen = useSyncExternalStore(subscribe, () => localStorage.getItem(KEY));
  const account = query.data?.find(({ id }) => id === chosen) ?? query.data?.[0];
  return { query, account, accounts: query.data ?? [] };
}
