import { Button, Stack, Title } from '@mantine/core';
import { PlusIcon, TasklistIcon } from '@primer/octicons-react';
import type { AgentTasks } from '@lectern/contracts/understanding';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBoxRights } from '../../data/box-rights';
import { useBox } from '../../data/boxes';
import { useKbid } from '../../data/kbid';
import { EmptyState } from '../../parts/empty-state';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { ConfigCard } from './config-card';
import { Reports } from './reports';
import { RequestCard } from './request-card';
import { StartTask } from './start-task';
import { tasksQuery } from './tasks';
import './tasks.css';

/** Work on the whole box: what runs, what was done, and what is done with each new resource. */
export function TasksPage() {
  const { t } = useTranslation('tasks');
  const kbid = useKbid();
  const box = useBox(kbid);
  const query = useQuery(tasksQuery(kbid));
  const [isStarting, setStarting] = useState(false);
  const { mayWrite } = useBoxRights(box.data);
  const start = mayWrite && (
    <Button leftSection={<PlusIcon size={18} aria-hidden />} onClick={() => setStarting(true)}>
      {t('start.action')}
    </Button>
  );
  return (
    <Page title={t('title')} description={t('intro')} actions={start}>
      <Loaded query={query}>{(tasks) => <Tasks tasks={tasks} mayWrite={mayWrite} start={start} />}</Loaded>
      <Reports kbid={kbid} />
      {isStarting && <StartTask kbid={kbid} onClose={() => setStarting(false)} />}
    </Page>
  );
}

interface TasksProps {
  readonly tasks: AgentTasks;
  readonly mayWrite: boolean;
  readonly start: ReactNode;
}

function Tasks({ tasks: { tasks: kinds, running, configs, done }, mayWrite, start }: TasksProps) {
  const { t } = useTranslation('tasks');
  if (running.length + configs.length + done.length === 0)
    return (
      <EmptyState
        icon={<TasklistIcon size={48} aria-hidden />}
        title={t('empty.title')}
        text={t('empty.text')}
        action={start}
      />
    );
  const canCleanup = new Set(kinds.flatMap(({ name, can_cleanup: can }) => (can ? [name] : [])));
  return (
    <Stack gap="xl">
      <Section title={t('running.title')} count={running.length}>
        {running.map((task) => (
          <RequestCard key={task.id} task={task} mayWrite={mayWrite} canCleanup={canCleanup.has(task.task.name)} />
        ))}
      </Section>
      <Section title={t('configs.title')} count={configs.length}>
        {configs.map((task) => (
          <ConfigCard key={task.id} task={task} mayWrite={mayWrite} canCleanup={canCleanup.has(task.task.name)} />
        ))}
      </Section>
      <Section title={t('done.title')} count={done.length}>
        {done.map((task) => (
          <RequestCard key={task.id} task={task} mayWrite={mayWrite} canCleanup={canCleanup.has(task.task.name)} />
        ))}
      </Section>
    </Stack>
  );
}

interface SectionProps {
  readonly title: string;
  readonly count: number;
  readonly children: ReactNode;
}

function Section({ title, count, children }: SectionProps) {
  if (count === 0) return null;
  return (
    <section aria-label={title}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      <Stack component="ul" gap="sm" className="plain-list">
        {children}
      </Stack>
    </section>
  );
}
