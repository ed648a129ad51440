import { getAccount } from '@lectern/contracts/accounts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client';

/** An account with what it holds and may hold. */
export const accountQuery = (account: string) =>
  queryOptions({
    queryKey: ['account', account, 'record'],
    queryFn: ({ signal }) => api.call(getAccount, { params: { account }, signal }),
  });
