import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { KeyIcon, PlusIcon } from '@primer/octicons-react';
import type { KnowledgeBoxRecord } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useBox } from '../../data/boxes';
import { useKbid } from '../../data/kbid';
import { EmptyState } from '../../parts/empty-state';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { ServiceAccountCard } from '../../parts/service-keys/service-account-card';
import { serviceAccountsQuery } from '../../parts/service-keys/service-accounts';
import { CreateAccount } from './create-account';
import { KeyCalls } from './key-calls';

/** Service accounts of a box and their keys. */
export function KeysPage() {
  const { t } = useTranslation('keys');
  const box = useBox(useKbid());
  const [isCreating, { open, close }] = useDisclosure();
  const create = (
    <Button leftSection={<PlusIcon size={18} aria-hidden />} onClick={open}>
      {t('create')}
    </Button>
  );
  return (
    <Page title={t('title')} description={t('intro')} actions={create}>
      <Loaded query={box}>
        {(known) => (
          <>
            <Accounts box={known} />
            <CreateAccount box={known} opened={isCreating} onClose={close} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Accounts({ box }: { readonly box: KnowledgeBoxRecord }) {
  const { t } = useTranslation('keys');
  const query = useQuery(serviceAccountsQuery(box));
  return (
    <Loaded query={query}>
      {(accounts) =>
        accounts.length === 0 ? (
          <EmptyState icon={<KeyIcon size={48} aria-hidden />} title={t('empty.title')} text={t('empty.text')} />
        ) : (
          <Stack component="ul" className="plain-list">
            {accounts.map((account) => (
              <ServiceAccountCard
                key={account.id}
                box={box}
                account={account}
                usage={(secret) => <KeyCalls kbid={box.id} secret={secret} />}
              />
            ))}
          </Stack>
        )
      }
    </Loaded>
  );
}
