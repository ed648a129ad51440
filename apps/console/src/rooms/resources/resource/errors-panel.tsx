import { Alert, List, Stack, Text } from '@mantine/core';
import { AlertIcon, SyncIcon } from '@primer/octicons-react';
import type { FieldError } from '@lectern/contracts/knowledge-box';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../../parts/busy-button';

interface ErrorsPanelProps {
  readonly errors: readonly { readonly name: string; readonly error: FieldError }[];
  readonly onReprocess: () => void;
  readonly isPending: boolean;
}

const SHOWN_MAX = 20;

/** Errors of the processing of a resource; the server's words name remedies. */
export function ErrorsPanel({ errors, onReprocess, isPending }: ErrorsPanelProps) {
  const { t } = useTranslation('resource');
  if (errors.length === 0) return null;
  const hasFailed = errors.some(({ error }) => error.severity === 'ERROR');
  return (
    <Alert
      color={hasFailed ? 'red' : 'yellow'}
      icon={<AlertIcon size={20} aria-hidden />}
      title={t(hasFailed ? 'errors.failed' : 'errors.warnings')}
    >
      <Stack gap="xs" align="flex-start">
        <List size="sm" lang="en">
          {errors.slice(0, SHOWN_MAX).map(({ name, error }, index) => (
            <List.Item key={index}>
              <Text size="sm" className="content-text">
                <code>{name}</code>: {error.body}
              </Text>
            </List.Item>
          ))}
        </List>
        {errors.length > SHOWN_MAX && <Text size="sm">{t('errors.more', { count: errors.length - SHOWN_MAX })}</Text>}
        <BusyButton
          size="xs"
          variant="default"
          leftSection={<SyncIcon size={16} aria-hidden />}
          onClick={onReprocess}
          isBusy={isPending}
        >
          {t('reprocess')}
        </BusyButton>
      </Stack>
    </Alert>
  );
}
