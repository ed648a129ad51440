import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ByteSize } from '../../parts/quantity';
import type { Totals } from './addition-store';
import { additionsOf } from './additions';

interface OverallProps {
  readonly kbid: string;
  readonly totals: Totals;
}

/** How far all additions are together, and what can be done with all of them. */
export function Overall({ kbid, totals }: OverallProps) {
  const { t } = useTranslation('adding');
  const store = additionsOf(kbid);
  const { count, finished, failed, sentBytes, sizeBytes } = totals;
  const active = count.running + count.waiting;
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text role="status">
          {t('overall', { added: count.added, all: active + count.paused + count.added + count.failed })}
          {count.failed > 0 && `, ${t('failed', { count: count.failed })}`}
        </Text>
        <Group gap="xs">
          {active > 0 && (
            <Button size="xs" variant="default" onClick={() => store.pauseAll()}>
              {t('pauseAll')}
            </Button>
          )}
          {count.paused > 0 && (
            <Button size="xs" variant="default" onClick={() => store.resumeAll()}>
              {t('resumeAll')}
            </Button>
          )}
          {failed > 0 && (
            <Button size="xs" variant="default" onClick={() => store.retryAll()}>
              {t('retryAll')}
            </Button>
          )}
          {finished > 0 && (
            <Button size="xs" variant="default" onClick={() => store.removeFinished()}>
              {t('clear')}
            </Button>
          )}
        </Group>
      </Group>
      {active + count.paused > 0 && sizeBytes > 0 && (
        <Group gap="xs" wrap="nowrap">
          <Progress value={(sentBytes / sizeBytes) * 100} flex={1} aria-label={t('overallLabel')} />
          <Text size="sm" flex="none">
            <ByteSize bytes={sentBytes} /> / <ByteSize bytes={sizeBytes} />
          </Text>
        </Group>
      )}
    </Stack>
  );
}
