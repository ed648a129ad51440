import { Card, Group, Stack, Switch, Text } from '@mantine/core';
import type { AgentConfig } from '@lectern/contracts/understanding';
import { useTranslation } from 'react-i18next';
import { useKbid } from '../../data/kbid';
import { FailureNotice } from '../../parts/failure-notice';
import { Time } from '../../parts/quantity';
import { KindName } from './kind-name';
import { ProgressLine } from './request-card';
import { TaskActions } from './task-actions';
import { TaskLog } from './task-log';
import { givenName, useChangeTask } from './tasks';

interface ConfigCardProps {
  readonly task: AgentConfig;
  readonly mayWrite: boolean;
  readonly canCleanup: boolean;
}

/** A task that reads each new resource, which can be switched off. */
export function ConfigCard({ task, mayWrite, canCleanup }: ConfigCardProps) {
  const { t } = useTranslation('tasks');
  const { mutate, isPending, error } = useChangeTask(useKbid());
  const name = givenName(task) ?? task.task.name;
  return (
    <Card component="li" withBorder padding="md">
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start">
          <KindName kind={task.task.name} name={givenName(task)} />
          <Switch
            label={t('configs.enabled')}
            aria-label={t('configs.enabledOf', { name })}
            checked={task.enabled}
            disabled={!mayWrite}
            onChange={() => !isPending && mutate({ id: task.id, what: task.enabled ? 'disable' : 'enable' })}
          />
        </Group>
        {task.progress && <ProgressLine progress={task.progress} isRunning={false} />}
        <Text size="sm" c="dimmed">
          {t('started')} <Time at={task.timestamp} />
        </Text>
        <TaskLog log={task.log} />
        {error && <FailureNotice error={error} />}
        {mayWrite && (
          <TaskActions
            id={task.id}
            name={name}
            offered={canCleanup ? ['cleanup'] : []}
            isDeletable
            canCleanup={canCleanup}
          />
        )}
      </Stack>
    </Card>
  );
}
