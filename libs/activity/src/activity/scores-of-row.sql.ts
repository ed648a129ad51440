/** Scores of row `s` in the form of the interface; null if there are none. */
export const scoresJson = (s: string) => `
  CASE WHEN ${s}.model IS NOT NULL THEN jsonb_build_object(
    'answer_relevance', CASE WHEN ${s}.answer_relevance IS NOT NULL
      THEN jsonb_build_object('score', ${s}.answer_relevance, 'reason', ${s}.reason) END,
    'context_relevance', ${s}.context_relevance, 'groundedness', ${s}.groundedness, 'model', ${s}.model) END`;

/** A list with the scores of a row in the activity log; null if there are none. */
export const SCORES_OF_ROW_SQL = `(
  SELECT jsonb_build_array(${scoresJson('scores')}) FROM answer_scores AS scores
  WHERE scores.kbid = activity.kbid AND scores.event_id = activity.id AND scores.model IS NOT NULL)`;
