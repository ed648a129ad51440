import {
  confirmAccountDomain,
  getUser,
  listAccountDomains,
  modifyAccount,
  type SamlConfiguration,
  verifyAccountDomain,
} from '@lectern/contracts/accounts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../api/client';
import { queries } from '../../api/queries';
import { refusalOf, request } from '../../api/request';
import { accountQuery } from '../../data/account-record';

/** The description of this service for the identity provider of an account. */
export const metadataQuery = (account: string) =>
  queryOptions({
    queryKey: ['account', account, 'saml-metadata'],
    queryFn: async ({ signal }) => {
      const answer = await request(`/api/auth/saml/metadata?${new URLSearchParams({ account_id: account })}`, {
        signal,
      });
      if (!answer.ok) throw await refusalOf('GET metadata', answer);
      return answer.text();
    },
  });

/** Domains of the account, and what proves them. */
export const domainsQuery = (account: string) =>
  queryOptions({
    queryKey: ['account', account, 'domains'],
    queryFn: async ({ signal }) => (await api.call(listAccountDomains, { params: { account }, signal })).domains,
  });

/** Whether this person runs the deployment. */
export const operatorQuery = queryOptions({
  queryKey: ['is-operator'],
  queryFn: async ({ signal }) => (await api.call(getUser, { signal })).type === 'ROOT',
});

/** By the record of a domain, or by the word of somebody who runs the deployment. */
export function useVerifyDomain(account: string, by: 'record' | 'word') {
  const operation = by === 'record' ? verifyAccountDomain : confirmAccountDomain;
  return useMutation({
    mutationFn: (domain: string) => api.call(operation, { params: { account, domain } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: domainsQuery(account).queryKey }),
  });
}

/** Null removes the identity provider. */
export function useSaveSaml(account: string) {
  return useMutation({
    mutationFn: (saml_config: SamlConfiguration | null) =>
      api.call(modifyAccount, { params: { account }, body: { saml_config } }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: accountQuery(account).queryKey }),
        queries.invalidateQueries({ queryKey: domainsQuery(account).queryKey }),
      ]),
  });
}
