import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { KeyIcon, PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../parts/empty-state';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { CreateToken } from './create-token';
import { ownTokensQuery } from './own-tokens';
import { TokenTable } from './token-table';

/** Personal access tokens of the person who is signed in. */
export function TokensPage() {
  const { t } = useTranslation('tokens');
  const query = useQuery(ownTokensQuery);
  const [isCreating, { open, close }] = useDisclosure();
  const create = (
    <Button leftSection={<PlusIcon size={18} aria-hidden />} onClick={open}>
      {t('create')}
    </Button>
  );
  return (
    <Page title={t('title')} description={t('intro')} actions={create}>
      <Loaded query={query}>
        {(tokens) =>
          tokens.length === 0 ? (
            <EmptyState icon={<KeyIcon size={48} aria-hidden />} title={t('empty.title')} text={t('empty.text')} />
          ) : (
            <TokenTable tokens={tokens} />
          )
        }
      </Loaded>
      <CreateToken opened={isCreating} onClose={close} />
    </Page>
  );
}
