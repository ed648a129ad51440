/** Columns of recorded rows, with their types. */
const columns = {
  kbid: 'uuid',
  event_type: 'text',
  date: 'timestamptz',
  user_id: 'text',
  user_type: 'text',
  client_type: 'text',
  total_duration: 'double precision',
  audit_metadata: 'jsonb',
  resource_id: 'text',
  svc_tokens: 'double precision',
  question: 'text',
  resources_count: 'integer',
  filter: 'jsonb',
  rephrased_question: 'text',
  vectorset: 'text',
  security: 'jsonb',
  min_score_bm25: 'double precision',
  min_score_semantic: 'double precision',
  result_per_page: 'integer',
  retrieval_time: 'double precision',
  answer: 'text',
  learning_id: 'text',
  retrieved_context: 'jsonb',
  chat_history: 'jsonb',
  model: 'text',
  status: 'smallint',
  generative_answer_first_chunk_time: 'double precision',
  generative_reasoning_first_chunk_time: 'double precision',
  generative_answer_time: 'double precision',
  reasoning: 'text',
  token_details: 'jsonb',
  rag_strategies_names: 'jsonb',
  rag_strategies: 'jsonb',
  user_request: 'jsonb',
};
const names = Object.keys(columns).map((name) => `"${name}"`);
const typed = Object.entries(columns).map(([name, type]) => `"${name}" ${type}`);

/** Months since year 0, UTC. */
const MONTH = `(EXTRACT(YEAR FROM date AT TIME ZONE 'UTC') * 12
  + EXTRACT(MONTH FROM date AT TIME ZONE 'UTC') - 1)::integer`;

/**
 * Inserts rows of a JSON list ($1) in order, except those of deleted knowledge boxes, and counts them. Returns the
 * answers among them.
 */
export const INSERT_ACTIVITY_SQL = `
  WITH inserted AS (
    INSERT INTO activity (${names.join(', ')}, month)
    SELECT ${names.join(', ')}, ${MONTH}
    FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (${typed.join(', ')})) WITH ORDINALITY
      AS recorded (${names.join(', ')}, place)
    WHERE NOT EXISTS (SELECT FROM purged_boxes WHERE purged_boxes.kbid = recorded.kbid)
    ORDER BY place RETURNING kbid, event_type, date, learning_id
  ), counted AS (
    INSERT INTO activity_hours AS hours (kbid, event_type, hour, count)
    SELECT kbid, event_type, date_trunc('hour', date, 'UTC') AS hour, count(*) FROM inserted
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (kbid, event_type, hour) DO UPDATE SET count = hours.count + EXCLUDED.count
  )
  SELECT kbid, learning_id FROM inserted WHERE learning_id IS NOT NULL`;

/** Months (UTC) in which a box ($1) has rows of a kind ($2), oldest first. */
export const MONTHS_SQL = `
  SELECT to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM') AS month
  FROM activity_hours WHERE kbid = $1 AND event_type = $2
  GROUP BY 1 ORDER BY 1`;

/**
 * Counts rows of a box ($1) from $2 to before $3 by periods of length $4, from the counts of full hours and from the
 * rows of the first and last hour.
 */
export const COUNTS_SQL = `
  WITH bounds AS (
    SELECT date_trunc('hour', $2::timestamptz + interval '1 hour - 1 microsecond', 'UTC') AS first,
      date_trunc('hour', $3::timestamptz, 'UTC') AS last
  ), counted AS (
    SELECT hour AS date, event_type, count FROM activity_hours, bounds
    WHERE kbid = $1 AND event_type IN ('search', 'ask') AND hour >= first AND hour < last
    UNION ALL
    SELECT date, event_type, 1 FROM activity, bounds
    WHERE kbid = $1 AND event_type IN ('search', 'ask') AND date >= $2 AND date < LEAST(first, $3::timestamptz)
    UNION ALL
    SELECT date, event_type, 1 FROM activity, bounds
    WHERE kbid = $1 AND event_type IN ('search', 'ask') AND date >= GREATEST(last, first) AND date < $3
  )
  SELECT date_trunc($4, date, 'UTC') AS period,
    coalesce(sum(count) FILTER (WHERE event_type = 'search'), 0)::double precision AS search,
    coalesce(sum(count) FILTER (WHERE event_type = 'ask'), 0)::double precision AS chat
  FROM counted GROUP BY period ORDER BY period`;
