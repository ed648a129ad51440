import { operation, type Policy, streamOperation } from '../../core/operation';
import { scheduledTask } from '../../core/task';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import {
  ActivityCounts,
  ActivityMetricsQuery,
  ActivityMonths,
  ActivityQuery,
  ActivityTarget,
  ActivityToPurge,
  ActivityValue,
} from './activity.dto';
import { ActivityRow } from '../activity-row/activity-row.dto';

/** The statements of a query end after 15 s. */
export const ACTIVITY_DEADLINE_MS = 20_000;

/** Guests of a published box do not see who asked what. */
export const readsActivity: Policy = {
  credentials: ['sa', 'user', 'pat'],
  role: 'READER',
  on: 'kb',
  showsWholeBox: true,
};

const fails = { unavailable: 'The database cannot be asked.' };

/**
 * Returns the requests to a knowledge box in one month: one JSON object per line and request. The response header
 * `has-more` says whether there are more rows in the direction of the pagination. Rows appear up to a few seconds after
 * their request, and are kept for a number of days that the deployment sets.
 */
export const queryActivity = streamOperation({
  name: 'search.activity.query',
  summary: 'Query the activity of a knowledge box',
  http: {
    method: 'POST',
    path: '/api/v1/kb/{kbid}/activity/{event_type}/query',
    host: 'zone',
    success: 200,
    reply: 'ndjson',
    answerHeaders: { 'has-more': 'Whether there are more rows: `true` or `false`' },
    respond: ({ hasMore, row }: ActivityValue) =>
      row ? { body: row } : { headers: { 'has-more': String(hasMore ?? false) } },
    writes: ActivityRow,
    // By its own contract.
    read: (body: unknown): ActivityValue => ({ row: body as ActivityRow }),
  },
  policy: readsActivity,
  params: ActivityTarget,
  body: ActivityQuery,
  answer: ActivityValue,
  fails,
  deadlineMs: ACTIVITY_DEADLINE_MS,
});

/** Returns the months in which there is activity of a kind. */
export const listActivityMonths = operation({
  name: 'search.activity.months',
  summary: 'List the months with activity of a knowledge box',
  http: { method: 'GET', path: '/api/v1/kb/{kbid}/activity/{event_type}/months', host: 'zone', success: 200 },
  policy: readsActivity,
  params: ActivityTarget,
  answer: ActivityMonths,
  fails,
  deadlineMs: ACTIVITY_DEADLINE_MS,
});

/** Returns how many finds and questions there were, by period. Periods without any are left out. */
export const getActivityMetrics = operation({
  name: 'search.activity.metrics',
  summary: 'Count the requests to a knowledge box',
  http: {
    method: 'GET',
    path: '/api/v1/kb/{kbid}/activity/metrics',
    host: 'zone',
    success: 200,
    member: 'counts',
  },
  policy: readsActivity,
  params: KnowledgeBoxTarget,
  query: ActivityMetricsQuery,
  answer: ActivityCounts,
  fails,
  deadlineMs: ACTIVITY_DEADLINE_MS,
});

/** Removes the activity of a knowledge box that is deleted, and records none of it from now on. Safe to repeat. */
export const purgeActivity = operation({
  name: 'search.activity.purge',
  summary: 'Remove the activity of a deleted knowledge box',
  body: ActivityToPurge,
  deadlineMs: 60_000,
});

/** Forgets activity that is older than it is kept. */
export const removeOldActivity = scheduledTask(
  'removeOldActivity',
  { intervalMs: 60 * 60_000 },
  { worksWithoutRoom: true },
);
