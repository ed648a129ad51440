import { modifyAccount, type SamlConfiguration } from '@lectern/contracts/accounts';
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

/** Null removes the identity provider. */
export function useSaveSaml(account: string) {
  return useMutation({
    mutationFn: (saml_config: SamlConfiguration | null) =>
      api.call(modifyAccount, { params: { account }, body: { saml_config } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: accountQuery(account).queryKey }),
  });
}
