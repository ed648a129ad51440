import { Button, Code, Modal, Stack, Tabs, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CodeIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../parts/copy-text';
import type { AskBody } from './ask-request';
import { curlText, typeScriptText } from './call-texts';

interface CallButtonProps {
  readonly kbid: string;
  readonly body: AskBody;
}

const programs = { curl: curlText, typescript: typeScriptText } as const;
const names = ['curl', 'typescript'] as const;

/** Shows how a program asks the same. */
export function CallButton(props: CallButtonProps) {
  const { t } = useTranslation('ask');
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<CodeIcon size={16} aria-hidden />} onClick={open}>
        {t('call.button')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('call.title')}
        size="lg"
        closeButtonProps={{ 'aria-label': t('close', { ns: 'shell' }) }}
      >
        <Calls {...props} />
      </Modal>
    </>
  );
}

function Calls(props: CallButtonProps) {
  const { t } = useTranslation('ask');
  const call = { origin: window.location.origin, ...props };
  return (
    <Stack gap="sm">
      <Text size="sm">{t('call.key')}</Text>
      <Tabs defaultValue="curl">
        <Tabs.List>
          {names.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`call.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {names.map((name) => (
          <Tabs.Panel key={name} value={name} pt="sm">
            <Stack gap="xs" align="flex-start">
              <Code block w="100%" className="call-text" tabIndex={0} dir="ltr">
                {programs[name](call)}
              </Code>
              <CopyText text={programs[name](call)} />
            </Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}
