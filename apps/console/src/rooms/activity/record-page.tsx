import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { ThumbsdownIcon, ThumbsupIcon } from '@primer/octicons-react';
import type { ActivityFeedback, ActivityRow } from '@lectern/contracts/search';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useKbid } from '../../data/kbid';
import { usePersonName } from '../../data/person-name';
import { AddToEvaluation } from '../../parts/add-to-evaluation/add-to-evaluation';
import { EmptyState } from '../../parts/empty-state';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { Time } from '../../parts/quantity';
import { questionQuery } from './activity';
import { AskAgain } from './ask-again';
import { outcomeOf } from './answer-quality';
import { OutcomeBadge } from './question-list';
import { Sources } from './sources';
import { SecondsText } from './seconds-text';
import { TokensText } from './tokens-text';
import { Trace } from './trace';

const route = getRouteApi('/signed-in/boxes/$kbid/activity/$row');

/** One question: its answer, what it was made from, and how it was found. */
export function RecordPage() {
  const { t } = useTranslation('activity');
  const kbid = useKbid();
  const { row: id } = route.useParams();
  const { month } = route.useSearch();
  const query = useQuery(questionQuery(kbid, month ?? '', Number(id)));
  return (
    <Loaded query={query}>
      {(row) =>
        row ? (
          <Recorded kbid={kbid} row={row} back={<Back kbid={kbid} month={month} />} />
        ) : (
          <Page title={t('lost.title')} actions={<Back kbid={kbid} month={month} />}>
            <EmptyState title={t('lost.text')} />
          </Page>
        )
      }
    </Loaded>
  );
}

function Back({ kbid, month }: { readonly kbid: string; readonly month: string | undefined }) {
  const { t } = useTranslation('activity');
  return (
    <Link to="/boxes/$kbid/activity" params={{ kbid }} search={month === undefined ? {} : { month }}>
      {t('back')}
    </Link>
  );
}

interface RecordedProps {
  readonly kbid: string;
  readonly row: ActivityRow;
  readonly back: ReactNode;
}

function Recorded({ kbid, row, back }: RecordedProps) {
  const { t } = useTranslation('activity');
  const { question, rephrased_question: rephrased, learning_id: learningId, feedback } = row;
  return (
    <Page
      title={question ?? ''}
      description={<Facts kbid={kbid} row={row} />}
      actions={
        <>
          {question && <AddToEvaluation kbid={kbid} row={row} />}
          {back}
        </>
      }
    >
      {rephrased && rephrased !== question && (
        <Part title={t('rephrased')}>
          <Words text={rephrased} />
        </Part>
      )}
      <Part title={t('answer')}>
        <Group>
          <OutcomeBadge outcome={outcomeOf(row)} />
        </Group>
        <Words text={row.answer ?? t('noAnswer')} />
      </Part>
      {feedback && feedback.length > 0 && (
        <Part title={t('feedback')}>
          <Feedback feedback={feedback} />
        </Part>
      )}
      <Part title={t('sources.title')}>
        <Sources kbid={kbid} id={row.id} />
      </Part>
      {learningId && (
        <Part title={t('trace.title')}>
          <Trace kbid={kbid} learningId={learningId} answer={row.answer} />
        </Part>
      )}
      <Part title={t('again.title')}>
        <AskAgain kbid={kbid} row={row} />
      </Part>
    </Page>
  );
}

interface PartProps {
  readonly title: string;
  readonly children: ReactNode;
}

function Part({ title, children }: PartProps) {
  const id = useId();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Stack gap="sm">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  );
}

function Words({ text }: { readonly text: string }) {
  return (
    <Text dir="auto" className="content-text" style={{ whiteSpace: 'pre-wrap' }}>
      {text}
    </Text>
  );
}

function Facts({ kbid, row }: { readonly kbid: string; readonly row: ActivityRow }) {
  const { t } = useTranslation('activity');
  const nameOf = usePersonName(kbid);
  const { date, user_id: user, client_type: client, model, svc_tokens: thousands } = row;
  return (
    <>
      {date && <Time at={date} />}
      {user && ` · ${t('by', { user: nameOf(user) })}`}
      {client && ` · ${client}`}
      {model && ` · ${model}`}
      {typeof thousands === 'number' && (
        <>
          {' · '}
          <TokensText thousands={thousands} />
        </>
      )}
      <Duration label="total" ms={row.total_duration} />
      <Duration label="retrieval" ms={row.retrieval_time} />
      <Duration label="first" ms={row.generative_answer_first_chunk_time} />
    </>
  );
}

interface DurationProps {
  readonly label: 'total' | 'retrieval' | 'first';
  readonly ms: number | null | undefined;
}

function Duration({ label, ms }: DurationProps) {
  const { t } = useTranslation('activity');
  if (typeof ms !== 'number') return null;
  return (
    <>
      {` · ${t(`duration.${label}`)} `}
      <SecondsText ms={ms} />
    </>
  );
}

function Feedback({ feedback }: { readonly feedback: readonly ActivityFeedback[] }) {
  const { t } = useTranslation('activity');
  return (
    <Stack component="ul" className="plain-list" gap="xs">
      {feedback.map(({ date, good, feedback: comment, text_block_id: block }) => (
        <Group component="li" key={`${date} ${block ?? ''}`} gap="xs" wrap="nowrap" align="flex-start">
          {good ? (
            <ThumbsupIcon size={16} aria-label={t('liked')} />
          ) : (
            <ThumbsdownIcon size={16} aria-label={t('disliked')} />
          )}
          <Stack gap={0}>
            {comment && <Words text={comment} />}
            <Text size="sm" c="dimmed">
              <Time at={date} />
              {block && ` · ${t('ofSource')}`}
            </Text>
          </Stack>
        </Group>
      ))}
    </Stack>
  );
}
