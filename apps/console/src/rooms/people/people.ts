import {
  cancelAccountInvitation,
  inviteToAccount,
  listAccountInvitations,
  type MemberChanges,
  resetSecondFactorOfMember,
  updateAccountMembers,
} from '@lectern/contracts/accounts';
import type { AccountRole } from '@lectern/contracts/core';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../api/client';
import { queries } from '../../api/queries';
import { membersQuery } from '../../data/members';
import { accountsOrigin } from '../../session/session';

export const roles: readonly AccountRole[] = ['AMEMBER', 'AOWNER'];

/** Invitations that nobody has accepted. */
export const invitationsQuery = (account: string) =>
  queryOptions({
    queryKey: ['account', account, 'invitations'],
    queryFn: async ({ signal }) => (await api.call(listAccountInvitations, { params: { account }, signal })).invites,
  });

export function useChangeMembers(account: string) {
  return useMutation({
    mutationFn: (body: MemberChanges) => api.call(updateAccountMembers, { params: { account }, body }),
    // Also after a refusal: somebody else may have changed the list.
    onSettled: () => queries.invalidateQueries({ queryKey: membersQuery(account).queryKey }),
  });
}

export function useInvite(account: string) {
  return useMutation({
    mutationFn: async (invited: { readonly email: string; readonly role: AccountRole }) => {
      const body = { ...invited, came_from: await accountsOrigin() };
      return api.call(inviteToAccount, { params: { account }, body });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: invitationsQuery(account).queryKey }),
  });
}

export function useCancelInvitation(account: string) {
  return useMutation({
    mutationFn: (email: string) => api.call(cancelAccountInvitation, { params: { account, email } }),
    onSettled: () => queries.invalidateQueries({ queryKey: invitationsQuery(account).queryKey }),
  });
}

/** Of a person who lost the second factor and the passkeys. */
export function useResetFactor(account: string) {
  return useMutation({
    mutationFn: (user_id: string) => api.call(resetSecondFactorOfMember, { params: { account, user_id } }),
  });
}
