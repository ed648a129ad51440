import { Alert, Button, Stack, Text } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';
import { failureKind, mayPass, serverWords } from '../api/failure';

interface FailureNoticeProps {
  readonly error: unknown;
  /** Shown as a button where trying again may help. */
  readonly onRetry?: () => void;
  /** Title of the failure; a general sentence when absent. */
  readonly title?: string;
}

/** An error in words: its meaning, the message of the server, and a way to try again. */
export function FailureNotice({ error, onRetry, title }: FailureNoticeProps) {
  const { t } = useTranslation();
  const words = serverWords(error);
  return (
    <Alert color="red" role="alert" icon={<AlertIcon size={20} aria-hidden />} title={title ?? t('failure.title')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t(`failure.${failureKind(error)}`)}</Text>
        {words && (
          <Text size="sm" className="content-text">
            {t('failure.server')} <span lang="en">{words}</span>
          </Text>
        )}
        {onRetry && mayPass(error) && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('failure.retry')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
