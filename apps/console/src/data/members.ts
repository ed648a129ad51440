import { type AccountMember, listAccountMembers } from '@lectern/contracts/accounts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client';

/** Members of an account. */
export const membersQuery = (account: string) =>
  queryOptions({
    queryKey: ['account', account, 'members'],
    queryFn: async ({ signal }): Promise<readonly AccountMember[]> =>
      (await api.call(listAccountMembers, { params: { account }, signal })).users,
  });
