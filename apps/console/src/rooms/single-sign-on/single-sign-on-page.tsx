import { Stack } from '@mantine/core';
import { ShieldLockIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '../../data/account-record';
import { useAccount } from '../../data/accounts';
import { EmptyState } from '../../parts/empty-state';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { Domains } from './domains';
import { RemoveProvider } from './remove-provider';
import { SamlForm } from './saml-form';
import { ServiceNames } from './service-names';

/** The identity provider at which people of the account sign in. */
export function SingleSignOnPage() {
  const { t } = useTranslation('single-sign-on');
  const { query, account } = useAccount();
  const lock = <ShieldLockIcon size={48} aria-hidden />;
  return (
    <Page title={t('title')} description={t('intro')}>
      <Loaded query={query}>
        {() =>
          account?.can_manage_account ? (
            <SingleSignOn key={account.id} account={account.id} />
          ) : (
            <EmptyState icon={lock} title={t('notOwner.title')} text={t('notOwner.text')} />
          )
        }
      </Loaded>
    </Page>
  );
}

function SingleSignOn({ account }: { readonly account: string }) {
  const query = useQuery(accountQuery(account));
  return (
    <Stack gap="xl" maw="44rem">
      <ServiceNames account={account} />
      <Loaded query={query}>
        {({ saml_config: saml }) => (
          <>
            <SamlForm key={saml === null ? 'none' : saml.entity_id} account={account} saml={saml} />
            {saml && <Domains account={account} />}
            {saml && <RemoveProvider account={account} saml={saml} />}
          </>
        )}
      </Loaded>
    </Stack>
  );
}
