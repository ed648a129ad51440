import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { SearchIcon, ThumbsdownIcon, ThumbsupIcon } from '@primer/octicons-react';
import type { ActivityRow } from '@lectern/contracts/search';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../parts/busy-button';
import { EmptyState } from '../../parts/empty-state';
import { FailureNotice } from '../../parts/failure-notice';
import { Loaded, Loading } from '../../parts/loaded';
import { OneLine } from '../../parts/one-line';
import { Time } from '../../parts/quantity';
import { COMPARED_MAX, type QuestionFilter, questionsQuery, weakestQuery } from './activity';
import { type Outcome, outcomeOf, qualityOf } from './answer-quality';
import { SecondsText } from './seconds-text';
import { TokensText } from './tokens-text';

interface QuestionListProps {
  readonly kbid: string;
  readonly month: string;
  readonly filter: QuestionFilter;
}

/** Questions of a month, page by page. */
export function NewestQuestions({ kbid, month, filter }: QuestionListProps) {
  const { t } = useTranslation('activity');
  const list = useInfiniteQuery(questionsQuery(kbid, month, filter));
  if (list.isPending) return <Loading />;
  if (list.isError) return <FailureNotice error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <Stack>
      <Questions kbid={kbid} month={month} rows={list.data.pages.flatMap(({ rows }) => rows)} />
      {list.hasNextPage && (
        <BusyButton variant="default" isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('more')}
        </BusyButton>
      )}
    </Stack>
  );
}

/** The answers of a month with the lowest scores. */
export function WeakestQuestions({ kbid, month, filter }: QuestionListProps) {
  const { t } = useTranslation('activity');
  const list = useQuery(weakestQuery(kbid, month, filter));
  return (
    <Loaded query={list}>
      {(rows) => (
        <Stack>
          <Text size="sm" c="dimmed">
            {t('order.hint', { count: COMPARED_MAX })}
          </Text>
          <Questions kbid={kbid} month={month} rows={rows} />
        </Stack>
      )}
    </Loaded>
  );
}

interface QuestionsProps {
  readonly kbid: string;
  readonly month: string;
  readonly rows: readonly ActivityRow[];
}

function Questions({ kbid, month, rows }: QuestionsProps) {
  const { t } = useTranslation('activity');
  if (rows.length === 0) return <EmptyState icon={<SearchIcon size={32} aria-hidden />} title={t('noMatch')} />;
  return (
    <Stack component="ol" className="plain-list" gap="sm" aria-label={t('questions.title')}>
      {rows.map((row) => (
        <li key={row.id}>
          <Question kbid={kbid} month={month} row={row} />
        </li>
      ))}
    </Stack>
  );
}

interface QuestionProps {
  readonly kbid: string;
  readonly month: string;
  readonly row: ActivityRow;
}

function Question({ kbid, month, row }: QuestionProps) {
  const { id, question, answer, date, model, svc_tokens: thousands, total_duration: duration } = row;
  return (
    <Paper withBorder p="sm">
      <Stack gap={4}>
        <Link
          className="card-link"
          to="/boxes/$kbid/activity/$row"
          params={{ kbid, row: String(id) }}
          search={{ month }}
        >
          <OneLine fw={600}>{question ?? ''}</OneLine>
        </Link>
        {answer && (
          <Text size="sm" lineClamp={2} dir="auto" className="content-text">
            {answer}
          </Text>
        )}
        <Group gap="xs">
          <OutcomeBadge outcome={outcomeOf(row)} />
          <Thumbs good={row.feedback_good_any ?? null} allGood={row.feedback_good_all ?? null} />
          <ScoreBadges row={row} />
          <Text size="sm" c="dimmed">
            {date && <Time at={date} />}
            {model && ` · ${model}`}
            {typeof thousands === 'number' && (
              <>
                {' · '}
                <TokensText thousands={thousands} />
              </>
            )}
            {typeof duration === 'number' && (
              <>
                {' · '}
                <SecondsText ms={duration} />
              </>
            )}
          </Text>
        </Group>
      </Stack>
    </Paper>
  );
}

export function OutcomeBadge({ outcome }: { readonly outcome: Outcome }) {
  const { t } = useTranslation('activity');
  return (
    <Badge variant={outcome === 'answered' ? 'default' : 'outline'} className="status-badge" tt="none">
      {t(`outcome.${outcome}`)}
    </Badge>
  );
}

interface ThumbsProps {
  /** Whether any feedback is good; null without feedback. */
  readonly good: boolean | null;
  readonly allGood: boolean | null;
}

function Thumbs({ good, allGood }: ThumbsProps) {
  const { t } = useTranslation('activity');
  if (good === null) return null;
  return (
    <>
      {good && <ThumbsupIcon size={16} aria-label={t('liked')} />}
      {allGood === false && <ThumbsdownIcon size={16} aria-label={t('disliked')} />}
    </>
  );
}

/** Scores below this are shown in the list. */
const WEAK = 3;

function ScoreBadges({ row }: { readonly row: ActivityRow }) {
  const { t } = useTranslation('activity');
  const quality = qualityOf(row.remi_scores?.[0]);
  const weak = (['answer', 'sources', 'support'] as const).filter((name) => (quality[name] ?? WEAK) < WEAK);
  return weak.map((name) => (
    <Badge key={name} variant="outline" className="status-badge" tt="none">
      {t(`weak.${name}`, { score: quality[name] })}
    </Badge>
  ));
}
