import {
  deleteUser,
  getUser,
  getUserProfile,
  setOwnPassword,
  updateUser,
  type UserChanges,
} from '@lectern/contracts/accounts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../api/client';
import { queries } from '../../api/queries';
import { request } from '../../api/request';
import { sessionQuery } from '../../session/session';

/** The person who is signed in. */
export const ownUserQuery = queryOptions({
  queryKey: ['own-user'],
  queryFn: ({ signal }) => api.call(getUser, { signal }),
});

/** Whether the person may be deleted, and which accounts depend on the person. */
export const ownProfileQuery = queryOptions({
  queryKey: ['own-profile'],
  queryFn: ({ signal }) => api.call(getUserProfile, { signal }),
});

export function useSaveProfile() {
  return useMutation({
    mutationFn: (body: UserChanges) => api.call(updateUser, { body }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ownUserQuery.queryKey }),
        queries.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      ]),
  });
}

export interface PasswordDraft {
  readonly current: string;
  readonly next: string;
}

/** All sessions end, this one too; the tokens of the answer are given back, since nobody here uses them. */
export function useSetPassword() {
  return useMutation({
    mutationFn: async ({ current, next }: PasswordDraft) => {
      const current_password = current === '' ? null : current;
      const { refresh_token: token } = await api.call(setOwnPassword, { body: { password: next, current_password } });
      const body = new URLSearchParams({ client_id: 'console', token });
      await request('/oauth2/revoke', { method: 'POST', body }).catch(() => undefined);
    },
  });
}

export function useDeleteOwnUser() {
  return useMutation({ mutationFn: () => api.call(deleteUser, {}) });
}
