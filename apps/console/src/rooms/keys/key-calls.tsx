import { Code, Stack, Tabs, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../parts/copy-text';
import { keyCalls } from './key-call-texts';

interface KeyCallsProps {
  readonly kbid: string;
  readonly secret: string;
}

/** A first call with a new key, ready to paste. */
export function KeyCalls({ kbid, secret }: KeyCallsProps) {
  const { t } = useTranslation('keys');
  const calls = keyCalls({ origin: window.location.origin, kbid, secret });
  return (
    <Stack gap="xs">
      <Text fw={600} size="sm">
        {t('secret.call')}
      </Text>
      <Tabs defaultValue="shell">
        <Tabs.List>
          {calls.map(({ language, name }) => (
            <Tabs.Tab key={language} value={language}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {calls.map(({ language, text }) => (
          <Tabs.Panel key={language} value={language} pt="sm">
            <Stack gap="xs" align="flex-start">
              <Code block w="100%" className="call-text" tabIndex={0} dir="ltr">
                {text}
              </Code>
              <CopyText text={text} label={t('secret.copyCall')} />
            </Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}
