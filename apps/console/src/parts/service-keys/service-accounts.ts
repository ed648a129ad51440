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
import { useRef } from 'react';
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

/** A new key. */
interface NewKey {
  /** Title of the service account that is created with the key, when there is none yet. */
  readonly title: string;
  readonly days: number;
}

/** Creates a key of a service account; of a new one, which may read, where none is named. */
export function useCreateKey(box: Box, account: string | undefined) {
  // A second try, after the key was refused, uses the service account of the first.
  const made = useRef(account);
  return useChange(box, async ({ title, days }: NewKey) => {
    const params = paramsOf(box);
    made.current ??= (await api.call(createServiceAccount, { params, body: { title, role: 'SMEMBER' } })).id;
    const expires = Math.floor(Date.now() / 1_000) + days * SECONDS_PER_DAY;
    return api.call(createServiceAccountKey, {
      params: { ...params, service_account_id: made.current },
      body: { expires },
    });
  });
}

export function useRevokeKey(box: Box) {
  return useChange(box, ({ account, key }: { readonly account: string; readonly key: string }) =>
    api.call(deleteServiceAccountKey, {
      params: { ...paramsOf(box), service_account_id: account, key_id: key },
    }),
  );
}
