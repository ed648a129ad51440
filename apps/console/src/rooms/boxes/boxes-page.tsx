import { Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { KnowledgeBoxRecord } from '@lectern/contracts/knowledge-box';
import { DatabaseIcon, PlusIcon, SearchIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../data/accounts';
import { boxesQuery } from '../../data/boxes';
import { EmptyState } from '../../parts/empty-state';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { BoxCard } from './box-card';
import { boxesNamed } from './boxes-named';
import { CreateBox } from './create-box';
import { OtherZones } from './other-zones';

/** The boxes of an account. */
export function BoxesPage() {
  const { t } = useTranslation('boxes');
  const { query, account } = useAccount();
  const [isCreating, { open, close }] = useDisclosure();
  const create = account?.can_manage_account && (
    <Button leftSection={<PlusIcon size={18} aria-hidden />} onClick={open}>
      {t('create')}
    </Button>
  );
  return (
    <Page title={t('title')} actions={create}>
      <Loaded query={query}>
        {() =>
          account ? (
            <>
              <BoxList account={account.id} create={create} />
              <OtherZones account={account.id} />
            </>
          ) : (
            <EmptyState title={t('noAccount.title')} text={t('noAccount.text')} />
          )
        }
      </Loaded>
      {account && <CreateBox account={account.id} opened={isCreating} onClose={close} />}
    </Page>
  );
}

function BoxList({ account, create }: { readonly account: string; readonly create: ReactNode }) {
  const { t } = useTranslation('boxes');
  const query = useQuery(boxesQuery(account));
  return (
    <Loaded query={query}>
      {(boxes) =>
        boxes.length === 0 ? (
          <EmptyState
            icon={<DatabaseIcon size={48} aria-hidden />}
            title={t('empty.title')}
            text={t('empty.text')}
            action={create}
          />
        ) : (
          <FoundBoxes boxes={boxes} />
        )
      }
    </Loaded>
  );
}

/** With few boxes nobody needs to search. */
const SEARCHED_FROM = 4;

function FoundBoxes({ boxes }: { readonly boxes: readonly KnowledgeBoxRecord[] }) {
  const { t } = useTranslation('boxes');
  const [typed, setTyped] = useState('');
  const found = boxesNamed(boxes, typed);
  return (
    <Stack>
      {boxes.length >= SEARCHED_FROM && (
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<SearchIcon size={16} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          maw="24rem"
        />
      )}
      <Text size="sm" c="dimmed" role="status">
        {typed.trim() !== '' && t('found', { count: found.length })}
      </Text>
      <SimpleGrid component="ul" cols={{ base: 1, md: 2, xl: 3 }} className="plain-list">
        {found.map((box) => (
          <BoxCard key={box.id} box={box} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
