import {
  type ActivityFilters,
  type ActivityRow,
  getActivityMetrics,
  getAskTrace,
  getRemiEvent,
  listActivityMonths,
  queryActivity,
} from '@lectern/contracts/search';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { ActivitySearch } from './activity-search';
import { weakestFirst } from './answer-quality';

const PAGE = 25;
const ROWS_MAX = 100;
/** Answers of a month that are ordered by their scores: the newest. */
export const COMPARED_MAX = 500;
const event_type = 'ask';
const shown = (
  'date question answer status model learning_id total_duration svc_tokens ' +
  'feedback_good feedback_good_any feedback_good_all remi_scores'
).split(' ');

/** What restricts the list, without its order. */
export type QuestionFilter = Omit<ActivitySearch, 'month' | 'order'>;

/** `like` takes `%` and `_` for any text. */
const escaped = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`);

/** Conditions of the interface. */
export function filtersOf({ kind, q }: QuestionFilter): ActivityFilters {
  return {
    ...(kind === 'disliked' && { feedback_good_all: { eq: false } }),
    ...(kind === 'unanswered' && { status: { isin: ['-2', '-3'] } }),
    ...(kind === 'failed' && { status: { eq: '-1' } }),
    ...(q !== undefined && { question: { ilike: `%${escaped(q)}%` } }),
  };
}

interface Rows {
  readonly rows: readonly ActivityRow[];
  readonly hasMore: boolean;
}

interface RowsAsked {
  readonly kbid: string;
  readonly month: string;
  readonly filters: ActivityFilters;
  /** Id of the row that the page comes before. */
  readonly before: number | null;
  readonly limit: number;
  readonly show: readonly string[] | 'all';
}

async function readRows(asked: RowsAsked, signal: AbortSignal): Promise<Rows> {
  const { kbid, month, filters, before, limit, show } = asked;
  // One more says whether there are more; a filter by id has its own place.
  const isPage = filters.id === undefined && limit < ROWS_MAX;
  const pagination = { limit: isPage ? limit + 1 : limit, ...(before !== null && { ending_before: before }) };
  const body = { year_month: month, show, filters, pagination };
  const rows: ActivityRow[] = [];
  for await (const { row } of api.stream(queryActivity, { params: { kbid, event_type }, body, signal }))
    if (row) rows.push(row);
  return { rows: rows.slice(0, limit), hasMore: isPage ? rows.length > limit : rows.length === limit };
}

/** Months with questions, newest first. */
export const monthsQuery = (kbid: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'activity', 'months'],
    queryFn: async ({ signal }) => {
      const { downloads } = await api.call(listActivityMonths, { params: { kbid, event_type }, signal });
      return downloads.toReversed();
    },
  });

/** Questions of a month, newest first. */
export const questionsQuery = (kbid: string, month: string, filter: QuestionFilter) =>
  infiniteQueryOptions({
    queryKey: ['box', kbid, 'activity', month, filter],
    queryFn: ({ pageParam: before, signal }) =>
      readRows({ kbid, month, filters: filtersOf(filter), before, limit: PAGE, show: shown }, signal),
    // The first page is before nothing.
    initialPageParam: null as number | null,
    getNextPageParam: ({ rows, hasMore }) => (hasMore ? (rows.at(-1)?.id ?? null) : null),
  });

/** The newest questions of a month, those with the lowest scores first. */
export const weakestQuery = (kbid: string, month: string, filter: QuestionFilter) =>
  queryOptions({
    queryKey: ['box', kbid, 'activity', month, filter, 'weakest'],
    queryFn: async ({ signal }) => {
      const all: ActivityRow[] = [];
      let before: number | null = null;
      for (let hasMore = true; hasMore && all.length < COMPARED_MAX;) {
        const asked = { kbid, month, filters: filtersOf(filter), before, limit: ROWS_MAX, show: shown };
        const page: Rows = await readRows(asked, signal);
        all.push(...page.rows);
        before = page.rows.at(-1)?.id ?? null;
        hasMore = page.hasMore && before !== null;
      }
      return weakestFirst(all);
    },
  });

/** Questions and searches of a month by day. */
export const countsQuery = (kbid: string, month: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'activity', month, 'counts'],
    queryFn: async ({ signal }) => {
      const query = { from: `${month}-01T00:00:00`, to: nextMonth(month), aggregation: 'day' as const };
      return (await api.call(getActivityMetrics, { params: { kbid }, query, signal })).counts;
    },
  });

/** One question with all that its row has; null where there is no such row. */
export const questionQuery = (kbid: string, month: string, id: number) =>
  queryOptions({
    queryKey: ['box', kbid, 'activity', month, 'row', id],
    queryFn: async ({ signal }) => {
      const filters = { id: { eq: id } };
      const { rows } = await readRows({ kbid, month, filters, before: null, limit: 1, show: 'all' }, signal);
      return rows[0] ?? null;
    },
  });

/** Scores and passages of an answer, as this person may see them. */
export const scoredAnswerQuery = (kbid: string, id: number) =>
  queryOptions({
    queryKey: ['box', kbid, 'activity', 'scored', id],
    queryFn: ({ signal }) => api.call(getRemiEvent, { params: { kbid, event_id: String(id) }, signal }),
  });

/** How a question was answered. */
export const traceQuery = (kbid: string, learning_id: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'activity', 'trace', learning_id],
    queryFn: ({ signal }) => api.call(getAskTrace, { params: { kbid, learning_id }, signal }),
    // It does not change.
    staleTime: Infinity,
  });

/** Days of a month with the number of questions and of searches, also days without any. */
export function daysOf(month: string, counts: readonly { timestamp: string; chat: number; search: number }[]) {
  const days = Math.round((Date.parse(`${nextMonth(month)}Z`) - Date.parse(`${month}-01T00:00:00Z`)) / 86_400_000);
  return Array.from({ length: days }, (_, index) => {
    const day = `${month}-${String(index + 1).padStart(2, '0')}`;
    const count = counts.find(({ timestamp }) => timestamp.startsWith(day));
    return { day, questions: count?.chat ?? 0, searches: count?.search ?? 0 };
  });
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return `${new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10)}T00:00:00`;
}
