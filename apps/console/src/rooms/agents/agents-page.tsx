import { Badge, Button, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { KnowledgeBoxRecord } from '@lectern/contracts/knowledge-box';
import { DependabotIcon, PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { agentsQuery } from '../../data/agents';
import { useAccount } from '../../data/accounts';
import { EmptyState } from '../../parts/empty-state';
import { Loaded } from '../../parts/loaded';
import { OneLine } from '../../parts/one-line';
import { Page } from '../../parts/page';
import { Time } from '../../parts/quantity';
import { CreateAgent } from './create-agent';

/** The agents of an account. */
export function AgentsPage() {
  const { t } = useTranslation('agents');
  const { query, account } = useAccount();
  const [isCreating, { open, close }] = useDisclosure();
  const create = account?.can_manage_account && (
    <Button leftSection={<PlusIcon size={18} aria-hidden />} onClick={open}>
      {t('create.action')}
    </Button>
  );
  return (
    <Page title={t('title')} description={t('intro')} actions={create}>
      <Loaded query={query}>{() => account && <AgentList account={account.id} create={create} />}</Loaded>
      {account && <CreateAgent account={account.id} opened={isCreating} onClose={close} />}
    </Page>
  );
}

function AgentList({ account, create }: { readonly account: string; readonly create: ReactNode }) {
  const { t } = useTranslation('agents');
  const query = useQuery(agentsQuery(account));
  return (
    <Loaded query={query}>
      {(agents) =>
        agents.length === 0 ? (
          <EmptyState
            icon={<DependabotIcon size={48} aria-hidden />}
            title={t('empty.title')}
            text={t('empty.text')}
            action={create}
          />
        ) : (
          <SimpleGrid component="ul" cols={{ base: 1, md: 2, xl: 3 }} className="plain-list">
            {agents.map((agent) => (
              <AgentCard key={agent.id} agent={agent} />
            ))}
          </SimpleGrid>
        )
      }
    </Loaded>
  );
}

function AgentCard({ agent }: { readonly agent: KnowledgeBoxRecord }) {
  const { t } = useTranslation('agents');
  const { id, title, slug, description, created, mode } = agent;
  return (
    <Card component="li" withBorder padding="md">
      <Stack gap="xs">
        <Group wrap="nowrap" justify="space-between">
          <Link to="/agents/$agent" params={{ agent: id }} className="card-link">
            <OneLine fw={600} size="lg">
              {title}
            </OneLine>
          </Link>
          <Badge variant="default" tt="none" flex="none">
            {t(mode === 'agent' ? 'mode.memory' : 'mode.none')}
          </Badge>
        </Group>
        <OneLine size="sm" c="dimmed" ff="monospace">
          {slug}
        </OneLine>
        {description && (
          <Text size="sm" lineClamp={2} dir="auto" className="content-text">
            {description}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {t('created')} <Time at={created} />
        </Text>
      </Stack>
    </Card>
  );
}
