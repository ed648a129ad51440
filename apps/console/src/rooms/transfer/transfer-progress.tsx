import { Progress, Stack, Text } from '@mantine/core';
import type { ExportStatus } from '@lectern/contracts/knowledge-box';
import { useTranslation } from 'react-i18next';

interface TransferProgressProps {
  readonly status: ExportStatus;
  /** Of the bar, for those who do not see it. */
  readonly label: string;
}

const PERCENT = 100;

/** How many resources of how many an export or an import has done; nothing once it has ended. */
export function TransferProgress({ status: { status, total, processed, retries }, label }: TransferProgressProps) {
  const { t } = useTranslation('transfer');
  if (status === 'finished' || status === 'errored') return null;
  const facts = [
    status === 'scheduled' ? t('progress.waits') : t('progress.of', { done: processed, count: total }),
    retries > 0 && t('progress.retries', { count: retries }),
  ];
  return (
    <Stack gap={4}>
      <Progress value={total === 0 ? 0 : (processed / total) * PERCENT} aria-label={label} />
      <Text size="sm">{facts.filter(Boolean).join(' · ')}</Text>
    </Stack>
  );
}
