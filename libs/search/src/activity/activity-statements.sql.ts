/** Columns of what is recorded, with their types. */
const columns = {
  ...{ kbid: 'uuid', event_type: 'text', date: 'timestamptz', user_id: 'text', user_type: 'text' },
  ...{ client_type: 'text', total_duration: 'double precision', audit_metadata: 'jsonb', resource_id: 'text' },
  ...{ svc_tokens: 'double precision', question: 'text', resources_count: 'integer', filter: 'jsonb' },
  ...{ rephrased_question: 'text', vectorset: 'text', security: 'jsonb', min_score_bm25: 'double precision' },
  ...{ min_score_semantic: 'double precision', result_per_page: 'integer', retrieval_time: 'double precision' },
  ...{ answer: 'text', learning_id: 'text', retrieved_context: 'jsonb', chat_history: 'jsonb', model: 'text' },
  ...{ status: 'smallint', generative_answer_first_chunk_time: 'double precision' },
  ...{ generative_reasoning_first_chunk_time: 'double precision', generative_answer_time: 'double precision' },
  ...{ reasoning: 'text' },
};
const names = Object.keys(columns).map((name) => `"${name}"`);
const typed = Object.entries(columns).map(([name, type]) => `"${name}" ${type}`);

/**
 * Inserts rows of a JSON list ($1) in their order, except those of knowledge boxes that are deleted. Returns which answers
 * they have.
 */
export const INSERT_ACTIVITY_SQL = `
  INSERT INTO activity (${names.join(', ')})
  SELECT ${names.join(', ')}
  FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (${typed.join(', ')})) WITH ORDINALITY
    AS recorded (${names.join(', ')}, place)
  WHERE NOT EXISTS (SELECT FROM purged_boxes WHERE purged_boxes.kbid = recorded.kbid)
  ORDER BY place RETURNING kbid, learning_id`;

/** Months, UTC, in which a box ($1) has rows of a kind ($2), oldest first: one look into the index for each month. */
export const MONTHS_SQL = `
  WITH bounds AS (
    SELECT date_trunc('month', min(date), 'UTC') AS first, max(date) AS last
    FROM activity WHERE kbid = $1 AND event_type = $2
  )
  SELECT to_char(month AT TIME ZONE 'UTC', 'YYYY-MM') AS month
  FROM bounds, generate_series(first AT TIME ZONE 'UTC', last AT TIME ZONE 'UTC', '1 month') AS series (start),
    LATERAL (SELECT start AT TIME ZONE 'UTC' AS month) AS months
  WHERE EXISTS (
    SELECT FROM activity WHERE kbid = $1 AND event_type = $2 AND date >= month
      AND date < (start + interval '1 month') AT TIME ZONE 'UTC'
  )
  ORDER BY start`;

/** Counts rows of a box ($1) from $2 to before $3 by periods of the length $4. */
export const COUNTS_SQL = `
  SELECT date_trunc($4, date, 'UTC') AS period,
    count(*) FILTER (WHERE event_type = 'search')::integer AS search,
    count(*) FILTER (WHERE event_type = 'ask')::integer AS chat
  FROM activity WHERE kbid = $1 AND event_type IN ('search', 'ask') AND date >= $2 AND date < $3
  GROUP BY period ORDER BY period`;
