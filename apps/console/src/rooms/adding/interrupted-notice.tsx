import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { PauseIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { OneLine } from '../../parts/one-line';
import type { Addition } from './addition';
import { forget, interruptedUploads } from './interrupted';

interface InterruptedNoticeProps {
  readonly kbid: string;
  readonly additions: readonly Addition[];
}

const SHOWN_MAX = 10;

/** Names uploads that a reload cut off; they are continued when the same files are added again. */
export function InterruptedNotice({ kbid, additions }: InterruptedNoticeProps) {
  const { t } = useTranslation('adding');
  const { data = [], refetch } = useQuery({
    queryKey: ['box', kbid, 'interrupted', additions.length],
    queryFn: () => interruptedUploads(kbid),
    staleTime: 0,
  });
  const sizes = new Map(additions.map(({ source, sizeBytes }) => [fileName(source), sizeBytes]));
  const lost = data.filter(({ metadata, size }) => sizes.get(metadata['filename'] ?? '') !== size);
  if (lost.length === 0) return null;
  const forgetAll = () => void Promise.all(lost.map(forget)).then(() => refetch());
  return (
    <Alert icon={<PauseIcon size={20} aria-hidden />} title={t('interrupted.title', { count: lost.length })}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t('interrupted.text')}</Text>
        <List size="sm" className="interrupted-list">
          {lost.slice(0, SHOWN_MAX).map(({ urlStorageKey, metadata }) => (
            <List.Item key={urlStorageKey}>
              <OneLine size="sm">{metadata['filename'] ?? ''}</OneLine>
            </List.Item>
          ))}
        </List>
        <Button size="xs" variant="default" onClick={forgetAll}>
          {t('interrupted.forget')}
        </Button>
      </Stack>
    </Alert>
  );
}

function fileName(source: Addition['source']): string {
  return source.kind === 'file' ? source.file.name : '';
}
