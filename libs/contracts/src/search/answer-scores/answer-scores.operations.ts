import { operation } from '../../core/operation';
import { scheduledTask, task } from '../../core/task';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { ActivityMetricsQuery } from '../activity/activity.dto';
import { ACTIVITY_DEADLINE_MS, readsActivity } from '../activity/activity.operations';
import {
  RecordedAnswerInFull,
  RecordedAnswers,
  RecordedAnswerTarget,
  RemiQuery,
  ScoresByPeriod,
} from './answer-scores.dto';

const reads = {
  policy: readsActivity,
  fails: { unavailable: 'The database cannot be asked.' },
  deadlineMs: ACTIVITY_DEADLINE_MS,
};
const binding = { host: 'zone', success: 200 } as const;

/**
 * Returns the questions of one month with their scores, which are computed some seconds after the answer. The texts of
 * the context are read at that time, as far as the asker may see them then.
 */
export const queryRemiScores = operation({
  ...reads,
  name: 'search.remi.query',
  summary: 'Query the scores of answers',
  http: { ...binding, method: 'POST', path: '/api/v1/kb/{kbid}/remi/query' },
  params: KnowledgeBoxTarget,
  body: RemiQuery,
  answer: RecordedAnswers,
});

/** Returns one question with its scores and the texts that it was answered from, as far as the caller may see them. */
export const getRemiEvent = operation({
  ...reads,
  name: 'search.remi.event',
  summary: 'Get the scores and the context of an answer',
  http: { ...binding, method: 'GET', path: '/api/v1/kb/{kbid}/remi/events/{event_id}' },
  params: RecordedAnswerTarget,
  answer: RecordedAnswerInFull,
  fails: { ...reads.fails, not_found: 'There is no recorded answer with this id.' },
});

/**
 * Returns the least, the greatest and the mean score by period. A day without a time as `to` counts as a whole, and
 * every context of an answer has a score.
 */
export const listRemiScores = operation({
  ...reads,
  name: 'search.remi.scores',
  summary: 'List the scores of answers by period',
  http: { ...binding, method: 'GET', path: '/api/v1/kb/{kbid}/remi/scores', member: 'periods' },
  params: KnowledgeBoxTarget,
  query: ActivityMetricsQuery,
  answer: ScoresByPeriod,
});

/** Scores answers of a box that are due, for a turn. */
export const scoreAnswers = task<{ readonly kbid: string }>({
  name: 'scoreAnswers',
  attemptsMax: 25,
  timeoutMs: 10 * 60_000,
});

/** Has answers scored that are due in boxes where nothing would do that: those that an earlier version recorded. */
export const resumeAnswerScores = scheduledTask('resumeAnswerScores', { intervalMs: 60 * 60_000, afterStartMs: 0 });
