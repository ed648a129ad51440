import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyText } from './copy-text';

interface NewSecretProps {
  /** Name of the secret. */
  readonly label: string;
  /** Where it is sent, in a sentence. */
  readonly usage: string;
  readonly secret: string;
  /** How it is used, below it. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** A secret that is shown once, with the way to copy it. */
export function NewSecret({ label, usage, secret, children, onClose }: NewSecretProps) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Alert color="yellow" title={t('secret.warning')} role="status" />
      <Textarea label={label} value={secret} readOnly autosize maxRows={6} className="secret" />
      <Text size="sm">{usage}</Text>
      {children}
      <Group justify="flex-end">
        <CopyText text={secret} />
        <Button onClick={onClose}>{t('secret.done')}</Button>
      </Group>
    </Stack>
  );
}
