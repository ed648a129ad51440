import { inviteToAccount } from '@lectern/contracts/accounts';
import type { KnowledgeBoxRole } from '@lectern/contracts/core';
import {
  cancelInvitation,
  createInvitation,
  type KnowledgeBoxRecord,
  listInvitations,
  listKnowledgeBoxUsers,
  updateKnowledgeBoxUsers,
} from '@lectern/contracts/knowledge-box';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../api/client';
import { queries } from '../../api/queries';
import { accountsQuery } from '../../data/accounts';
import { membersQuery } from '../../data/members';
import { accountsOrigin } from '../../session/session';

/** From the least to the most that they allow. */
export const roles: readonly KnowledgeBoxRole[] = ['SMEMBER', 'SCONTRIBUTOR', 'SOWNER'];

const paramsOf = ({ id: kbid, account_id: account }: KnowledgeBoxRecord) => ({ account, kbid });

/** People with a role on the box, as people look for them: by name. */
export const boxUsersQuery = (box: KnowledgeBoxRecord) =>
  queryOptions({
    queryKey: ['box', box.id, 'users'],
    queryFn: async ({ signal }) => {
      const query = { include_user_detail: true };
      const { users } = await api.call(listKnowledgeBoxUsers, { params: paramsOf(box), query, signal });
      return users
        .map(({ id, role, name = '', email = '' }) => ({ id, role, email, name: name || email || id }))
        .sort((one, other) => one.name.localeCompare(other.name));
    },
  });

/** One of them. */
export interface BoxUser {
  readonly id: string;
  readonly role: KnowledgeBoxRole;
  readonly email: string;
  readonly name: string;
}

/** Invitations to the box that nobody has accepted. */
export const boxInvitationsQuery = (box: KnowledgeBoxRecord) =>
  queryOptions({
    queryKey: ['box', box.id, 'invitations'],
    queryFn: async ({ signal }) => (await api.call(listInvitations, { params: paramsOf(box), signal })).invites,
  });

/** Gives another role to somebody who has one, or takes it away. */
export function useChangeUser(box: KnowledgeBoxRecord) {
  return useMutation({
    mutationFn: ({ id, role }: { readonly id: string; readonly role: KnowledgeBoxRole | undefined }) => {
      const body = role === undefined ? { delete: [id] } : { update: [{ id, role }] };
      return api.call(updateKnowledgeBoxUsers, { params: paramsOf(box), body });
    },
    // Also after a refusal: somebody else may have changed the list.
    onSettled: () => queries.invalidateQueries({ queryKey: boxUsersQuery(box).queryKey }),
  });
}

export interface Added {
  readonly email: string;
  readonly role: KnowledgeBoxRole;
}

/**
 * Adds a member of the account at once, and invites anybody else: owners of the account to the account, too, since an
 * invitation to a box makes no users. Answers whether a mail was sent.
 */
export function useAddPerson(box: KnowledgeBoxRecord) {
  const { account_id: account } = box;
  return useMutation({
    mutationFn: async ({ email, role }: Added): Promise<boolean> => {
      const members = await queries.fetchQuery({ ...membersQuery(account), staleTime: 0 });
      const member = members.find((one) => one.email.toLowerCase() === email.toLowerCase());
      if (member) {
        await api.call(updateKnowledgeBoxUsers, { params: paramsOf(box), body: { add: [{ id: member.id, role }] } });
        return false;
      }
      const came_from = await accountsOrigin();
      const accounts = await queries.ensureQueryData(accountsQuery);
      const isOwner = accounts.some(({ id, can_manage_account: owns }) => id === account && owns);
      if (isOwner)
        await api.call(inviteToAccount, { params: { account }, body: { email, role: 'AMEMBER', came_from } });
      const body = { email, role, came_from };
      await api.call(createInvitation, { params: paramsOf(box), body });
      return true;
    },
    onSuccess: (isInvited) =>
      queries.invalidateQueries({ queryKey: (isInvited ? boxInvitationsQuery(box) : boxUsersQuery(box)).queryKey }),
  });
}

export function useCancelBoxInvitation(box: KnowledgeBoxRecord) {
  return useMutation({
    mutationFn: (email: string) => api.call(cancelInvitation, { params: paramsOf(box), query: { email } }),
    onSettled: () => queries.invalidateQueries({ queryKey: boxInvitationsQuery(box).queryKey }),
  });
}
