import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { AlertIcon, KeyIcon, SyncIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../../parts/busy-button';
import { lockedFile, type Problem } from './fields';
import { UnlockForm } from './unlock-form';

interface ErrorsPanelProps {
  readonly kbid: string;
  readonly rid: string;
  readonly errors: readonly Problem[];
  readonly onReprocess: () => void;
  readonly isPending: boolean;
}

const SHOWN_MAX = 20;

/** Errors of the processing of a resource; the server's words name remedies. */
export function ErrorsPanel({ kbid, rid, errors, onReprocess, isPending }: ErrorsPanelProps) {
  const { t } = useTranslation('resource');
  const [isUnlocking, unlocking] = useDisclosure();
  if (errors.length === 0) return null;
  const hasFailed = errors.some(({ error }) => error.severity === 'ERROR');
  const locked = lockedFile(errors);
  return (
    <Alert
      color={hasFailed ? 'red' : 'yellow'}
      icon={<AlertIcon size={20} aria-hidden />}
      title={t(hasFailed ? 'errors.failed' : 'errors.warnings')}
    >
      <Stack gap="xs" align="flex-start">
        <List size="sm" lang="en">
          {errors.slice(0, SHOWN_MAX).map(({ field, error }, index) => (
            <List.Item key={index}>
              <Text size="sm" className="content-text">
                <code>{field.title}</code>: {error.body}
              </Text>
            </List.Item>
          ))}
        </List>
        {errors.length > SHOWN_MAX && <Text size="sm">{t('errors.more', { count: errors.length - SHOWN_MAX })}</Text>}
        <Group gap="xs">
          {locked && (
            <Button size="xs" leftSection={<KeyIcon size={16} aria-hidden />} onClick={unlocking.open}>
              {t('unlock.button')}
            </Button>
          )}
          <BusyButton
            size="xs"
            variant="default"
            leftSection={<SyncIcon size={16} aria-hidden />}
            onClick={onReprocess}
            isBusy={isPending}
          >
            {t('reprocess')}
          </BusyButton>
        </Group>
        {locked && <UnlockForm kbid={kbid} rid={rid} file={locked} opened={isUnlocking} onClose={unlocking.close} />}
      </Stack>
    </Alert>
  );
}
