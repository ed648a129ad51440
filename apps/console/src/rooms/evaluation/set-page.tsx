import { Button, Group, Stack } from '@mantine/core';
import { ChecklistIcon, PlayIcon, PlusIcon } from '@primer/octicons-react';
import type { EvaluationSetContent } from '@lectern/contracts/search';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKbid } from '../../data/kbid';
import { ConfirmByName } from '../../parts/confirm-by-name';
import { EmptyState } from '../../parts/empty-state';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { Section } from '../../parts/section';
import { runsQuery, setQuery, useDeleteSet } from './evaluation';
import { ImportQuestions } from './import-questions';
import { QuestionForm } from './question-form';
import { QuestionTable } from './question-table';
import { RunForm } from './run-form';
import { RunList } from './run-list';
import { SetName } from './set-name';

const route = getRouteApi('/signed-in/boxes/$kbid/evaluation/sets/$set');

/** One set: its questions, and its runs. */
export function SetPage() {
  const kbid = useKbid();
  const { set: id } = route.useParams();
  const query = useQuery(setQuery(kbid, id));
  return <Loaded query={query}>{(set) => <SetContent kbid={kbid} set={set} />}</Loaded>;
}

type Doing = 'add' | 'run' | 'rename' | 'delete';

interface SetContentProps {
  readonly kbid: string;
  readonly set: EvaluationSetContent;
}

function SetContent({ kbid, set }: SetContentProps) {
  const { t } = useTranslation('evaluation');
  const navigate = useNavigate();
  const [doing, setDoing] = useState<Doing>();
  const runs = useQuery(runsQuery(kbid, set.id));
  const end = () => setDoing(undefined);
  const run = (
    <Button leftSection={<PlayIcon size={16} aria-hidden />} onClick={() => setDoing('run')} disabled={set.size === 0}>
      {t('run.start')}
    </Button>
  );
  return (
    <Page
      title={set.title}
      description={
        <Link to="/boxes/$kbid/evaluation" params={{ kbid }}>
          {t('back')}
        </Link>
      }
      actions={run}
    >
      <Stack gap="lg">
        <Section title={t('set.questions', { count: set.size })} actions={<Manage onDo={setDoing} />}>
          <Group gap="xs">
            <Button variant="default" leftSection={<PlusIcon size={16} aria-hidden />} onClick={() => setDoing('add')}>
              {t('question.add')}
            </Button>
            <ImportQuestions kbid={kbid} set={set.id} />
          </Group>
          {set.size === 0 ? (
            <EmptyState
              icon={<ChecklistIcon size={48} aria-hidden />}
              title={t('set.empty.title')}
              text={t('set.empty.text')}
            />
          ) : (
            <QuestionTable kbid={kbid} set={set.id} questions={set.questions} />
          )}
        </Section>
        <Section title={t('runs.title')}>
          <Loaded query={runs}>{(all) => <RunList kbid={kbid} runs={all} />}</Loaded>
        </Section>
      </Stack>
      {doing === 'add' && <QuestionForm kbid={kbid} set={set.id} onClose={end} />}
      {doing === 'run' && (
        <RunForm
          kbid={kbid}
          set={set.id}
          onClose={end}
          onStarted={({ id }) => void navigate({ to: '/boxes/$kbid/evaluation/runs/$run', params: { kbid, run: id } })}
        />
      )}
      <SetName kbid={kbid} set={set} opened={doing === 'rename'} onClose={end} />
      {doing === 'delete' && <DeleteSet kbid={kbid} set={set} onClose={end} />}
    </Page>
  );
}

function Manage({ onDo }: { readonly onDo: (what: Doing) => void }) {
  const { t } = useTranslation('evaluation');
  return (
    <Group gap="xs">
      <Button size="compact-sm" variant="subtle" onClick={() => onDo('rename')}>
        {t('set.rename')}
      </Button>
      <Button size="compact-sm" variant="subtle" color="red" onClick={() => onDo('delete')}>
        {t('set.delete')}
      </Button>
    </Group>
  );
}

function DeleteSet({ kbid, set, onClose }: SetContentProps & { readonly onClose: () => void }) {
  const { t } = useTranslation('evaluation');
  const navigate = useNavigate();
  const { mutate, isPending, error } = useDeleteSet(kbid);
  const onSuccess = () => void navigate({ to: '/boxes/$kbid/evaluation', params: { kbid } });
  return (
    <ConfirmByName
      opened
      onClose={onClose}
      title={t('set.delete')}
      name={set.title}
      action={t('delete')}
      onConfirm={() => mutate(set.id, { onSuccess })}
      isPending={isPending}
      error={error}
    >
      {t('set.deletion')}
    </ConfirmByName>
  );
}
