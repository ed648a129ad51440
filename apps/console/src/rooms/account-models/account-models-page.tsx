import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { AccountSummary } from '@lectern/contracts/accounts';
import { CpuIcon, PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { modelConfigurationsQuery } from '../../data/account-models';
import { useAccount } from '../../data/accounts';
import { EmptyState } from '../../parts/empty-state';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { ModelCard } from './model-card';
import { NewModel } from './model-dialog';

/** Models with keys of the account, which its boxes can use; owners change them. */
export function AccountModelsPage() {
  const { t } = useTranslation('account-models');
  const { query, account } = useAccount();
  const [isAdding, { open, close }] = useDisclosure();
  const add = account?.can_manage_account && (
    <Button leftSection={<PlusIcon size={18} aria-hidden />} onClick={open}>
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('title')} description={t('intro')} actions={add}>
      <Loaded query={query}>
        {() => (account ? <Models key={account.id} account={account} /> : <EmptyState title={t('noAccount')} />)}
      </Loaded>
      {account && isAdding && <NewModel account={account.id} onClose={close} />}
    </Page>
  );
}

function Models({ account }: { readonly account: AccountSummary }) {
  const { t } = useTranslation('account-models');
  const query = useQuery(modelConfigurationsQuery(account.id));
  const isOwned = account.can_manage_account;
  return (
    <Loaded query={query}>
      {(configurations) =>
        configurations.length === 0 ? (
          <EmptyState
            icon={<CpuIcon size={48} aria-hidden />}
            title={t('none.title')}
            text={t(isOwned ? 'none.text' : 'none.textNotOwner')}
          />
        ) : (
          <Stack component="ul" className="plain-list" maw="48rem">
            {configurations.map((configuration) => (
              <li key={configuration.id}>
                <ModelCard account={account.id} configuration={configuration} isOwned={isOwned} />
              </li>
            ))}
          </Stack>
        )
      }
    </Loaded>
  );
}
