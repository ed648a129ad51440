import { Badge, Card, Code, Group, Progress, Stack, Text } from '@mantine/core';
import type { AgentProgress, AgentRequest } from '@lectern/contracts/understanding';
import { useTranslation } from 'react-i18next';
import { useKbid } from '../../data/kbid';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { notify } from '../../parts/notify';
import { durationText, numberText } from '../../parts/quantities';
import { Time } from '../../parts/quantity';
import { KindName } from './kind-name';
import { TaskActions } from './task-actions';
import { mergesOf } from './task-kinds';
import { TaskLog } from './task-log';
import { givenName, stateOf, type TaskState, useStartTask } from './tasks';

interface RequestCardProps {
  readonly task: AgentRequest;
  readonly mayWrite: boolean;
  readonly canCleanup: boolean;
}

const colors: Readonly<Record<TaskState, string>> = {
  waits: 'gray',
  works: 'blue',
  done: 'green',
  stopped: 'gray',
  failed: 'red',
};

/** A task for resources that were there: how far it is, what it found, and what can be done with it. */
export function RequestCard({ task, mayWrite, canCleanup }: RequestCardProps) {
  const { t } = useTranslation('tasks');
  const state = stateOf(task);
  const isRunning = state === 'works' || state === 'waits';
  const ended = task.completed_at ?? task.stopped_at;
  return (
    <Card component="li" withBorder padding="md">
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start">
          <KindName kind={task.task.name} name={givenName(task)} isCleanup={task.cleanup_parent_task_id !== null} />
          <Badge variant="outline" color={colors[state]} tt="none" className="status-badge">
            {t(`state.${state}`)}
          </Badge>
        </Group>
        {task.progress && <ProgressLine progress={task.progress} isRunning={isRunning} />}
        <Text size="sm" c="dimmed">
          {ended ? t('ended') : t('started')} <Time at={ended ?? task.timestamp} />
        </Text>
        <TaskLog log={task.log} />
        {task.report && <ReportFacts report={task.report} />}
        {mayWrite && state === 'done' && isProposal(task) && <Merge task={task.id} />}
        {mayWrite && (
          <TaskActions
            id={task.id}
            name={givenName(task) ?? task.task.name}
            offered={isRunning ? ['stop'] : ['restart', ...(canCleanup ? (['cleanup'] as const) : [])]}
            isDeletable={!isRunning}
            canCleanup={canCleanup}
          />
        )}
      </Stack>
    </Card>
  );
}

/** Resources done of all, the rate, and the time left. */
export function ProgressLine({
  progress,
  isRunning,
}: {
  readonly progress: AgentProgress;
  readonly isRunning: boolean;
}) {
  const { t, i18n } = useTranslation('tasks');
  const { resources_done: done, resources_total: total, resources_per_second: rate, seconds_left: left } = progress;
  const language = i18n.language;
  const facts = [
    total === null ? t('progress.done', { count: done }) : t('progress.of', { done, count: total }),
    rate !== null && t('progress.rate', { rate: numberText(Math.round(rate * 60), language) }),
    isRunning && left !== null && t('progress.left', { time: durationText(left, language) }),
    progress.calls > 0 && t('progress.calls', { count: progress.calls }),
    progress.input_tokens + progress.output_tokens > 0 &&
      t('progress.tokens', { count: progress.input_tokens + progress.output_tokens }),
  ].filter(Boolean);
  return (
    <Stack gap={4}>
      {isRunning && total !== null && total > 0 && (
        <Progress value={(done / total) * 100} aria-label={t('progress.label')} />
      )}
      <Text size="sm">{facts.join(' · ')}</Text>
    </Stack>
  );
}

const isProposal = ({ task, parameters, report }: AgentRequest) =>
  task.name === 'llm-align' && report !== null && Object(parameters).operations?.[0]?.align == null;

/** Applies what a task proposed. */
function Merge({ task }: { readonly task: string }) {
  const { t } = useTranslation('tasks');
  const { mutate, isPending, error } = useStartTask(useKbid());
  const merge = () => mutate(mergesOf(task), { onSuccess: () => notify(t('start.done')) });
  return (
    <Group gap="xs">
      <BusyButton size="compact-sm" isBusy={isPending} onClick={merge}>
        {t('merge')}
      </BusyButton>
      <Text size="sm">{t('mergeHint')}</Text>
      {error && <FailureNotice error={error} />}
    </Group>
  );
}

/** The progress that a task reports, member by member, in the words of the server. */
function ReportFacts({ report }: { readonly report: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation('tasks');
  return (
    <details>
      <summary>{t('results')}</summary>
      <Code block tabIndex={0} className="call-text">
        {JSON.stringify(report, null, 2)}
      </Code>
    </details>
  );
}
