import { Alert, Code, Stack, Tabs, Text, TextInput } from '@mantine/core';
import type { KnowledgeBoxRecord } from '@lectern/contracts/knowledge-box';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useBoxRights } from '../../../data/box-rights';
import { useBox } from '../../../data/boxes';
import { CopyText } from '../../../parts/copy-text';
import { Loaded } from '../../../parts/loaded';
import { Page } from '../../../parts/page';
import { useAgentId } from '../agents';
import { AgentKeys } from './agent-keys';
import { type AgentAddress, clientTexts, mcpAddress, YOUR_KEY } from './client-texts';

/** How programs use an agent: configurations of MCP clients to copy, and keys for them. */
export function ConnectPage() {
  const { t } = useTranslation('agents');
  const agent = useAgentId();
  const query = useBox(agent);
  return (
    <Page title={t('connect.title')} description={t('connect.intro')}>
      <Loaded query={query}>{(record) => <Connection key={agent} agent={record} />}</Loaded>
    </Page>
  );
}

function Connection({ agent }: { readonly agent: KnowledgeBoxRecord }) {
  const { mayOwn } = useBoxRights(agent);
  // Forgotten with the page.
  const [key, setKey] = useState<string>();
  const address = { origin: window.location.origin, agent: agent.id, slug: agent.slug, key };
  return (
    <Stack maw="48rem">
      <KeyHint hasKey={key !== undefined} />
      <Address address={address} />
      <Clients address={address} />
      {mayOwn && <AgentKeys agent={agent} onCreated={setKey} />}
    </Stack>
  );
}

function KeyHint({ hasKey }: { readonly hasKey: boolean }) {
  const { t } = useTranslation('agents');
  if (hasKey) return <Alert color="yellow" role="status" title={t('connect.made')} />;
  return (
    <Text size="sm">
      <Trans t={t} i18nKey="connect.key" components={{ key: <Code /> }} values={{ key: YOUR_KEY }} />
    </Text>
  );
}

interface AddressProps {
  readonly address: AgentAddress;
}

function Address({ address }: AddressProps) {
  const { t } = useTranslation('agents');
  const url = mcpAddress(address);
  return (
    <Stack gap="xs" align="flex-start">
      <TextInput label={t('connect.address')} value={url} readOnly w="100%" dir="ltr" />
      <CopyText text={url} label={t('connect.copyAddress')} />
    </Stack>
  );
}

function Clients({ address }: AddressProps) {
  const { t } = useTranslation('agents');
  const clients = clientTexts(address);
  return (
    <Tabs defaultValue="claude-code">
      <Tabs.List>
        {clients.map(({ client, name }) => (
          <Tabs.Tab key={client} value={client}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {clients.map(({ client, file, text }) => (
        <Tabs.Panel key={client} value={client} pt="sm">
          <Stack gap="xs" align="flex-start">
            {file !== undefined && <Text size="sm">{t('connect.file', { file })}</Text>}
            <Code block w="100%" className="call-text" tabIndex={0} dir="ltr">
              {text}
            </Code>
            <CopyText text={text} />
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
