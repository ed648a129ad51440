import { Alert, Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { PeopleIcon, PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../data/accounts';
import { EmptyState } from '../../parts/empty-state';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { GroupName } from './group-name';
import { GroupTable } from './group-table';
import { groupsQuery } from './groups';

/** Groups of the people of the account, which are security groups of its boxes. */
export function GroupsPage() {
  const { t } = useTranslation('groups');
  const { query, account } = useAccount();
  const [isNaming, { open, close }] = useDisclosure();
  const isOwned = account?.can_manage_account ?? false;
  const create = isOwned && (
    <Button leftSection={<PlusIcon size={18} aria-hidden />} onClick={open}>
      {t('create')}
    </Button>
  );
  return (
    <Page title={t('title')} description={t('intro')} actions={create}>
      <Loaded query={query}>
        {() =>
          account && isOwned ? (
            <Groups key={account.id} account={account.id} />
          ) : (
            <EmptyState
              icon={<PeopleIcon size={48} aria-hidden />}
              title={t('notOwner.title')}
              text={t('notOwner.text')}
            />
          )
        }
      </Loaded>
      {account && <GroupName account={account.id} opened={isNaming} onClose={close} />}
    </Page>
  );
}

function Groups({ account }: { readonly account: string }) {
  const { t } = useTranslation('groups');
  const query = useQuery(groupsQuery(account));
  return (
    <Loaded query={query}>
      {(groups) => (
        <Stack gap="md" maw="60rem">
          {groups.length === 0 && (
            <Alert color="yellow" role="status" title={t('none.title')}>
              {t('none.text')}
            </Alert>
          )}
          {groups.length > 0 && <GroupTable account={account} groups={groups} />}
        </Stack>
      )}
    </Loaded>
  );
}
