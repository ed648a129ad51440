import { Stack, Table, Text } from '@mantine/core';
import { SyncIcon } from '@primer/octicons-react';
import type { TaskView } from '@lectern/contracts/knowledge-box';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queries } from '../../api/queries';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { Loaded } from '../../parts/loaded';
import { notify } from '../../parts/notify';
import { numberText } from '../../parts/quantities';
import { Count, Time } from '../../parts/quantity';
import { failedTasksQuery, retryTasks, tasksQuery } from './health';
import { Section } from '../../parts/section';

/** Work that waits, and work that was given up. */
export function Queue() {
  const { t, i18n } = useTranslation('health');
  const all = useQuery(tasksQuery);
  const failed = useQuery(failedTasksQuery);
  return (
    <Section title={t('queue.title')}>
      <Loaded query={all}>
        {({ tasks, cursor }) => {
          const waiting = tasks.filter(({ state }) => state !== 'failed').length;
          const number = `${numberText(waiting, i18n.language)}${cursor === null ? '' : '+'}`;
          return (
            <Text>
              {waiting === 0 && cursor === null ? t('queue.empty') : t('queue.waiting', { count: waiting, number })}
            </Text>
          );
        }}
      </Loaded>
      {failed.data && failed.data.tasks.length > 0 && <Failed tasks={failed.data.tasks} />}
    </Section>
  );
}

function useRetry() {
  const { t } = useTranslation('health');
  return useMutation({
    mutationFn: retryTasks,
    onSuccess: async ({ replayed }) => {
      notify(t('queue.retried', { count: replayed }));
      await queries.invalidateQueries({ queryKey: ['tasks'] });
    },
  });
}

function Failed({ tasks }: { readonly tasks: readonly TaskView[] }) {
  const { t } = useTranslation('health');
  const { mutate, isPending, error } = useRetry();
  return (
    <Stack gap="xs" align="flex-start">
      <Text fw={600}>{t('queue.failed')}</Text>
      <Text size="sm">{t('queue.failedIntro')}</Text>
      <Table.ScrollContainer minWidth={480} w="100%" scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={t('queue.failed')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('queue.task')}</Table.Th>
              <Table.Th>{t('queue.error')}</Table.Th>
              <Table.Th>{t('queue.attempts')}</Table.Th>
              <Table.Th>{t('queue.since')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {tasks.map((task) => (
              <FailedRow key={task.id} task={task} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {error && <FailureNotice error={error} />}
      <BusyButton leftSection={<SyncIcon size={18} aria-hidden />} isBusy={isPending} onClick={() => mutate()}>
        {t('queue.retryAll')}
      </BusyButton>
    </Stack>
  );
}

function FailedRow({ task }: { readonly task: TaskView }) {
  return (
    <Table.Tr>
      <Table.Td>
        <code>{task.task}</code>
      </Table.Td>
      <Table.Td>
        <Text size="sm" lineClamp={3} lang="en" title={task.error ?? undefined} className="content-text">
          {task.error}
        </Text>
      </Table.Td>
      <Table.Td>
        <Count value={task.attempts} />
      </Table.Td>
      <Table.Td>
        <Time at={task.created} />
      </Table.Td>
    </Table.Tr>
  );
}
