import { Group, Loader, Stack, Text } from '@mantine/core';
import { CheckCircleIcon } from '@primer/octicons-react';
import type { Finding, ProcessingBacklog } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { backlogQuery } from '../../data/boxes';
import { durationText } from '../../parts/quantities';

/** Resources of a box that wait to be indexed by words and by meaning, and the remaining time. */
export function Backlog({ kbid }: { readonly kbid: string }) {
  const { t } = useTranslation('boxes');
  const { data, isError } = useQuery(backlogQuery(kbid));
  if (!data) return isError ? <Text size="sm">{t('unknown')}</Text> : null;
  const { words, meaning } = data.waiting;
  if (words.waiting + meaning.waiting === 0) {
    return (
      <Group gap={6} wrap="nowrap">
        <CheckCircleIcon size={16} aria-hidden />
        <Text size="sm">{t('done')}</Text>
      </Group>
    );
  }
  return (
    <Stack gap={2}>
      <Waiting finding="words" backlog={words} />
      <Waiting finding="meaning" backlog={meaning} />
    </Stack>
  );
}

function Waiting({ finding, backlog }: { readonly finding: Finding; readonly backlog: ProcessingBacklog }) {
  const { t, i18n } = useTranslation('boxes');
  if (backlog.waiting === 0) return null;
  const left = backlog.eta_s === null ? undefined : durationText(backlog.eta_s, i18n.language);
  return (
    <Group gap={6} wrap="nowrap">
      <Loader size={14} aria-hidden />
      <Text size="sm">
        {t(`waiting.${finding}`, { count: backlog.waiting })}
        {left !== undefined && `, ${t('waiting.left', { time: left })}`}
      </Text>
    </Group>
  );
}
