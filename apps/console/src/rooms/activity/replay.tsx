import { Group, Stack, Text } from '@mantine/core';
import { SyncIcon } from '@primer/octicons-react';
import { replayAsk, type StageDifferences } from '@lectern/contracts/search';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';

interface ReplayProps {
  readonly kbid: string;
  readonly learningId: string;
}

/** Searches again as it was searched then, and says what differs. */
export function Replay({ kbid, learningId: learning_id }: ReplayProps) {
  const { t } = useTranslation('activity');
  const replay = useMutation({ mutationFn: () => api.call(replayAsk, { params: { kbid, learning_id } }) });
  return (
    <Stack gap="xs" align="flex-start">
      <Group>
        <BusyButton
          variant="default"
          isBusy={replay.isPending}
          leftSection={<SyncIcon size={16} aria-hidden />}
          onClick={() => replay.mutate()}
        >
          {t('replay.button')}
        </BusyButton>
        <Text size="sm" c="dimmed">
          {t('replay.hint')}
        </Text>
      </Group>
      {replay.isError && <FailureNotice error={replay.error} />}
      {replay.data && (
        <div role="status">
          {replay.data.identical ? <Text>{t('replay.same')}</Text> : <Differences of={replay.data.differences} />}
        </div>
      )}
    </Stack>
  );
}

function Differences({ of }: { readonly of: readonly StageDifferences[] }) {
  const { t } = useTranslation('activity');
  return (
    <ul>
      {of.map(({ stage, retrieval, added, removed, changed }) => (
        <li key={`${stage} ${retrieval ?? ''}`}>
          {t('replay.stage', {
            stage,
            added: added.length,
            removed: removed.length,
            changed: changed.length,
          })}
        </li>
      ))}
    </ul>
  );
}
