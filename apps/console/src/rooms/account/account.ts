import { type AccountChanges, deleteAccount, getUser, modifyAccount, sendEmailCode } from '@lectern/contracts/accounts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../api/client';
import { queries } from '../../api/queries';
import { refusalOf, request } from '../../api/request';
import { accountQuery } from '../../data/account-record';
import { accountsQuery } from '../../data/accounts';

/** Where codes are mailed to. */
export const ownAddressQuery = queryOptions({
  queryKey: ['own-address'],
  queryFn: async ({ signal }) => (await api.call(getUser, { signal })).email,
});

/** Address of the logo of an account. */
export function logoPath(account: string): string {
  const id = encodeURIComponent(account);
  return `/api/v1/account/${id}/logo.png?account_id=${id}`;
}

/** The logo; null without one. */
export const logoQuery = (account: string) =>
  queryOptions({
    queryKey: ['account', account, 'logo'],
    queryFn: async ({ signal }): Promise<Blob | null> => {
      const answer = await request(logoPath(account), { signal });
      if (answer.status === 404) return null;
      if (!answer.ok) throw await refusalOf('GET logo', answer);
      return answer.blob();
    },
  });

export function useSaveAccount(account: string) {
  return useMutation({
    mutationFn: (body: AccountChanges) => api.call(modifyAccount, { params: { account }, body }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: accountQuery(account).queryKey }),
        queries.invalidateQueries({ queryKey: accountsQuery.queryKey }),
      ]),
  });
}

export function usePutLogo(account: string) {
  return useMutation({
    mutationFn: async (file: File) => {
      const body = new FormData();
      body.append('file', file);
      const answer = await request(logoPath(account), { method: 'PATCH', body });
      if (!answer.ok) throw await refusalOf('PATCH logo', answer);
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: logoQuery(account).queryKey }),
  });
}

export function useSendCode() {
  return useMutation({ mutationFn: () => api.call(sendEmailCode, {}) });
}

/** With the code of a mail, which proves that it is the person; a sign-in of the last minutes is enough without. */
export function useDeleteAccount(account: string) {
  return useMutation({
    mutationFn: (code: string) =>
      api.call(deleteAccount, { params: { account }, headers: code === '' ? {} : { 'x-otp-email': code } }),
  });
}
