/** Number of most recent feedback entries from which the row of an answer is computed. */
const SUMMARIZED_MAX = 1_000;
/** Number of feedback entries listed in the row of an answer. */
const LISTED_MAX = 100;

/** Columns of recorded feedback, with their types. */
const columns = {
  kbid: 'uuid',
  learning_id: 'text',
  date: 'timestamptz',
  task: 'text',
  good: 'boolean',
  comment: 'text',
  text_block_id: 'text',
  user_id: 'text',
  user_type: 'text',
  client_type: 'text',
};
const names = Object.keys(columns).map((name) => `"${name}"`);
const typed = Object.entries(columns).map(([name, type]) => `"${name}" ${type}`);

/** Inserts feedback of a JSON list ($1) in order, except on deleted knowledge boxes. */
export const INSERT_FEEDBACK_SQL = `
  INSERT INTO feedback (${names.join(', ')})
  SELECT ${names.join(', ')}
  FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (${typed.join(', ')})) WITH ORDINALITY
    AS recorded (${names.join(', ')}, place)
  WHERE NOT EXISTS (SELECT FROM purged_boxes WHERE purged_boxes.kbid = recorded.kbid)
  ORDER BY place`;

/** Updates the feedback columns in the rows of answers. $1 is a JSON list with `kbid` and `learning_id` of each. */
export const JOIN_FEEDBACK_SQL = `
  WITH given AS (
    SELECT DISTINCT kbid, learning_id FROM jsonb_to_recordset($1::jsonb) AS given (kbid uuid, learning_id text)
  ), said AS (
    SELECT given.kbid, given.learning_id, summary.*
    FROM given, LATERAL (
      SELECT bool_and(good) AS good_all, bool_or(good) AS good_any,
        (array_agg(good ORDER BY id DESC) FILTER (WHERE text_block_id IS NULL))[1] AS good,
        (array_agg(comment ORDER BY id DESC) FILTER (WHERE text_block_id IS NULL AND comment IS NOT NULL))[1] AS comment,
        jsonb_agg(
          jsonb_build_object('good', good, 'feedback', comment, 'text_block_id', text_block_id, 'task', task,
            'date', to_char(date AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))
          ORDER BY id DESC) FILTER (WHERE place <= ${LISTED_MAX}) AS list
      FROM (
        SELECT *, row_number() OVER (ORDER BY id DESC) AS place FROM feedback
        WHERE feedback.kbid = given.kbid AND feedback.learning_id = given.learning_id
        ORDER BY id DESC LIMIT ${SUMMARIZED_MAX}
      ) AS newest
      HAVING count(*) > 0
    ) AS summary
  )
  UPDATE activity
  SET feedback_good = said.good, feedback_comment = said.comment, feedback_good_all = said.good_all,
    feedback_good_any = said.good_any, feedback = said.list
  FROM said WHERE activity.kbid = said.kbid AND activity.learning_id = said.learning_id`;

/**
 * Feedback on a box ($1) after an id ($2), from $3 to before $4, oldest first and at most $5, each with its question.
 */
export const LIST_FEEDBACK_SQL = `
  SELECT feedback.*, asked.question, asked.answer, asked.model, asked.status
  FROM feedback LEFT JOIN LATERAL (
    SELECT question, answer, model, status FROM activity
    WHERE activity.kbid = feedback.kbid AND activity.learning_id = feedback.learning_id
    ORDER BY id LIMIT 1
  ) AS asked ON true
  WHERE feedback.kbid = $1 AND feedback.id > $2 AND feedback.date >= $3 AND feedback.date < $4
  ORDER BY feedback.id LIMIT $5`;
