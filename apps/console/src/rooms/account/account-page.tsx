import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '../../data/account-record';
import { useAccount } from '../../data/accounts';
import { EmptyState } from '../../parts/empty-state';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { AccountFacts } from './account-facts';
import { AccountForm } from './account-form';
import { DeleteAccount } from './delete-account';
import { FactorDemandForm } from './factor-demand';
import { Limits } from './limits';
import { Logo } from './logo';

/** Names, logo and limits of the account, and its end. */
export function AccountPage() {
  const { t } = useTranslation('account');
  const { query, account } = useAccount();
  return (
    <Page title={t('title')} description={account?.title}>
      <Loaded query={query}>
        {() =>
          account ? (
            <Account key={account.id} id={account.id} />
          ) : (
            <EmptyState title={t('none.title')} text={t('none.text')} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Account({ id }: { readonly id: string }) {
  const query = useQuery(accountQuery(id));
  return (
    <Loaded query={query}>
      {(record) => (
        <Stack gap="xl" maw="44rem">
          <Logo account={record.id} isOwned={record.can_manage_account} />
          {record.can_manage_account ? <AccountForm account={record} /> : <AccountFacts account={record} />}
          {record.can_manage_account && <FactorDemandForm account={record} />}
          <Limits account={record} />
          {record.can_manage_account && <DeleteAccount account={record} />}
        </Stack>
      )}
    </Loaded>
  );
}
