import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { KnowledgeBoxRecord } from '@lectern/contracts/knowledge-box';
import { PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../../parts/loaded';
import { Section } from '../../../parts/section';
import { CreateKey } from '../../../parts/service-keys/create-key';
import { ServiceAccountCard } from '../../../parts/service-keys/service-account-card';
import { serviceAccountsQuery } from '../../../parts/service-keys/service-accounts';

interface AgentKeysProps {
  readonly agent: KnowledgeBoxRecord;
  /** Is given a new key, which no server shows again. */
  readonly onCreated: (secret: string) => void;
}

/** Programs that have a key of the agent, for its owners. */
export function AgentKeys({ agent, onCreated }: AgentKeysProps) {
  const { t } = useTranslation('agents');
  const query = useQuery(serviceAccountsQuery(agent));
  const [isCreating, { open, close }] = useDisclosure();
  const create = (
    <Button variant="default" size="xs" leftSection={<PlusIcon size={16} aria-hidden />} onClick={open}>
      {t('connect.make')}
    </Button>
  );
  return (
    <Section title={t('connect.keys')} actions={create}>
      <Text size="sm">{t('connect.keysIntro')}</Text>
      <Loaded query={query}>
        {(accounts) => (
          <Stack component="ul" className="plain-list">
            {accounts.map((account) => (
              <ServiceAccountCard key={account.id} box={agent} account={account} onCreated={onCreated} />
            ))}
          </Stack>
        )}
      </Loaded>
      <CreateKey box={agent} opened={isCreating} onClose={close} onCreated={onCreated} />
    </Section>
  );
}
