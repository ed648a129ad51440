import { Code, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Trans } from 'react-i18next';
import { useBox } from '../../../data/boxes';
import { CopyText } from '../../../parts/copy-text';
import { Loaded } from '../../../parts/loaded';
import { Page } from '../../../parts/page';
import { useAgentId } from '../agents';
import { clientTexts, mcpAddress } from './client-texts';

/** How programs use an agent: configurations of MCP clients to copy. */
export function ConnectPage() {
  const { t } = useTranslation('agents');
  const agent = useAgentId();
  const box = useBox(agent);
  return (
    <Page title={t('connect.title')} description={t('connect.intro')}>
      <Loaded query={box}>
        {({ slug }) => (
          <Stack maw="48rem">
            <Text size="sm">
              <Trans t={t} i18nKey="connect.key" components={{ key: <Code /> }} values={{ key: 'YOUR_KEY' }} />
            </Text>
            <Address agent={agent} slug={slug} />
            <Clients agent={agent} slug={slug} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

interface AddressProps {
  readonly agent: string;
  readonly slug: string;
}

function Address(props: AddressProps) {
  const { t } = useTranslation('agents');
  const url = mcpAddress({ ...props, origin: window.location.origin });
  return (
    <Stack gap="xs" align="flex-start">
      <TextInput label={t('connect.address')} value={url} readOnly w="100%" dir="ltr" />
      <CopyText text={url} label={t('connect.copyAddress')} />
    </Stack>
  );
}

function Clients(props: AddressProps) {
  const { t } = useTranslation('agents');
  const clients = clientTexts({ ...props, origin: window.location.origin });
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
