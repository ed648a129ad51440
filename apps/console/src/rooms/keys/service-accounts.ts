import {
  createServiceAccount,
  createServiceAccountKey,
  deleteServiceAccount,
  deleteServiceAccountKey,
  type KnowledgeBoxRecord,
  listServiceAccounts,
} from '@lectern/contracts/knowledge-box';
import type { KnowledgeBoxRole } from '@lectern/contracts/core';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../api/client';
import { queries } from '../../api/queries';

const SECONDS_PER_DAY = 86_400;

type Box = Pick<KnowledgeBoxRecord, 'id' | 'account_id'>;

const paramsOf = ({ id: kbid, account_id: account }: Box) => ({ kbid, account });

export const serviceAccountsQuery = (box: Box) =>
  queryOptions({
    queryKey: ['box', box.id, 'service-accounts'],
    queryFn: async ({ signal }) =>
      (await api.call(listServiceAccounts, { params: paramsOf(box), signal })).serviceAccounts,
  });

/** Changes the service accounts of a box, then reads them again. */
function useChange<I, R>(box: Box, change: (input: I) => Promise<R>) {
  return useMutation({
    mutationFn: change,
    // Not awaited: the shown component may be gone by then, and with it the callbacks of its caller.
    onSuccess: () => void queries.invalidateQueries({ queryKey: serviceAccountsQuery(box).queryKey }),
  });
}

export function useCreateAccount(box: Box) {
  return useChange(box, (body: { readonly title: string; readonly role: KnowledgeBoxRole }) =>
    api.call(createServiceAccount, { params: paramsOf(box), body }),
  );
}

export function useDeleteAccount(box: Box) {
  return useChange(box, (service_account_id: string) =>
    api.call(deleteServiceAccount, { params: { ...paramsOf(box), service_account_id } }),
  );
}

export function useCreateKey(box: Box) {
  return useChange(box, ({ account, days }: { readonly account: string; readonly days: number }) => {
    const expires = Math.floor(Date.now() / 1_000) + days * SECONDS_PER_DAY;
    const params = { ...paramsOf(box), service_account_id: account };
    return api.call(createServiceAccountKey, { params, body: { expires } });
  });
}

export function useRevokeKey(box: Box) {
  return useChange(box, ({ account, key }: { readonly account: string; readonly key: string }) =>
    api.call(deleteServiceAccountKey, {
      params: { ...paramsOf(box), service_account_id: account, key_id: key },
    }),
  );
}
