import {
  type AccountGroupChanges,
  createAccountGroup,
  deleteAccountGroup,
  listAccountGroupMembers,
  listAccountGroups,
  renameAccountGroup,
  updateAccountGroupMembers,
} from '@lectern/contracts/accounts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../api/client';
import { queries } from '../../api/queries';

/** Groups of an account. */
export const groupsQuery = (account: string) =>
  queryOptions({
    queryKey: ['account', account, 'groups'],
    queryFn: async ({ signal }) => (await api.call(listAccountGroups, { params: { account }, signal })).groups,
  });

/** People in a group. */
export const groupPeopleQuery = (account: string, group_id: string) =>
  queryOptions({
    queryKey: ['account', account, 'groups', group_id],
    queryFn: async ({ signal }) =>
      (await api.call(listAccountGroupMembers, { params: { account, group_id }, signal })).users,
  });

/** Also after a refusal: somebody else may have changed the groups. */
function changed(account: string) {
  return { onSettled: () => queries.invalidateQueries({ queryKey: groupsQuery(account).queryKey }) };
}

/** Makes a group, or renames one. */
export function useNameGroup(account: string, id: string | undefined) {
  return useMutation({
    mutationFn: async (name: string) => {
      if (id === undefined) await api.call(createAccountGroup, { params: { account }, body: { name } });
      else await api.call(renameAccountGroup, { params: { account, group_id: id }, body: { name } });
    },
    ...changed(account),
  });
}

export function useDeleteGroup(account: string) {
  return useMutation({
    mutationFn: (group_id: string) => api.call(deleteAccountGroup, { params: { account, group_id } }),
    ...changed(account),
  });
}

export function useChangeGroup(account: string, group_id: string) {
  return useMutation({
    mutationFn: (body: AccountGroupChanges) =>
      api.call(updateAccountGroupMembers, { params: { account, group_id }, body }),
    ...changed(account),
  });
}
