import { prepared } from '@lectern/database';
import { scoresJson } from '../activity/scores-of-row.sql';

/**
 * Begins an attempt at the answer of box $1 that has waited longest at $2, or now by the database's clock, with its
 * record. Unless the attempt ends otherwise, the next one is due after a pause of $3, in milliseconds by attempt; after
 * the last one there is none.
 */
export const BEGIN_SQL = prepared(`
  WITH taken AS (
    UPDATE answer_scores SET due = coalesce($2::timestamptz, clock_timestamp()) + ($3::float8[])[attempts + 1] * interval '1 ms',
      attempts = attempts + 1
    WHERE (kbid, event_id) = (
      SELECT kbid, event_id FROM answer_scores WHERE kbid = $1 AND due <= coalesce($2::timestamptz, clock_timestamp())
      ORDER BY due LIMIT 1)
    RETURNING kbid, event_id, attempts)
  SELECT taken.kbid, event_id AS "eventId", attempts, activity.id IS NOT NULL AS "isKept",
    coalesce(rephrased_question, question) AS question, answer, security -> 'groups' AS groups,
    user_type = 'none' AS "isGuest", coalesce(retrieved_context, '[]') AS context
  FROM taken LEFT JOIN activity ON activity.kbid = taken.kbid AND activity.id = event_id`);

/** Stores the scores of answer $2 in box $1. */
export const KEEP_SQL = prepared(`
  UPDATE answer_scores SET due = NULL, model = $3, answer_relevance = $4, reason = $5, context_relevance = $6,
    groundedness = $7, context_min = $8, context_max = $9, context_sum = $10, context_count = $11, ground_min = $12,
    ground_max = $13, ground_sum = $14, ground_count = $15
  WHERE kbid = $1 AND event_id = $2`);

/** Questions of box $1 with their scores; followed by conditions and order. */
export const ANSWERS_SQL = `
  SELECT activity.id, activity.question, activity.answer, activity.date, ${scoresJson('scores')} AS remi
  FROM activity LEFT JOIN answer_scores AS scores ON scores.kbid = activity.kbid AND scores.event_id = activity.id
  WHERE activity.kbid = $1 AND activity.event_type = 'ask'`;

/** Question $2 with the ids of its context. */
export const ANSWER_SQL = `
  SELECT activity.id, activity.question, activity.answer, activity.date, ${scoresJson('scores')} AS remi,
    coalesce(activity.retrieved_context, '[]') AS context
  FROM activity LEFT JOIN answer_scores AS scores ON scores.kbid = activity.kbid AND scores.event_id = activity.id
  WHERE activity.kbid = $1 AND activity.event_type = 'ask' AND activity.id = $2`;

/** Scores of box $1 from $2 to before $3 by periods of length $4, an interval of $5; all periods, oldest first. */
export const PERIODS_SQL = `
  WITH summed AS (
    SELECT date_trunc($4, date AT TIME ZONE 'UTC') AS period,
      min(answer_relevance) AS answer_min, max(answer_relevance) AS answer_max,
      avg(answer_relevance)::float8 AS answer_average,
      min(context_min) AS context_min, max(context_max) AS context_max,
      sum(context_sum)::float8 / nullif(sum(context_count), 0) AS context_average,
      min(ground_min) AS ground_min, max(ground_max) AS ground_max,
      sum(ground_sum)::float8 / nullif(sum(ground_count), 0) AS ground_average
    FROM answer_scores WHERE kbid = $1 AND date >= $2 AND date < $3 AND model IS NOT NULL
    GROUP BY 1
  )
  SELECT periods.period AT TIME ZONE 'UTC' AS period, answer_min, answer_max, answer_average, context_min, context_max,
    context_average, ground_min, ground_max, ground_average
  FROM generate_series(
    date_trunc($4, $2::timestamptz AT TIME ZONE 'UTC'),
    ($3::timestamptz - interval '1 millisecond') AT TIME ZONE 'UTC', $5::interval) AS periods (period)
  LEFT JOIN summed ON summed.period = periods.period
  ORDER BY periods.period`;
