import type { ActivityRow, RecordedScores } from '@lectern/contracts/search';

/** How a question ended; `left` when the caller hung up. */
export type Outcome = 'answered' | 'failed' | 'unanswered' | 'nothing' | 'left';

const outcomes: Readonly<Record<string, Outcome>> = {
  '0': 'answered',
  '-1': 'failed',
  '-2': 'unanswered',
  '-3': 'nothing',
};

export function outcomeOf({ status }: Pick<ActivityRow, 'status'>): Outcome {
  return outcomes[status ?? ''] ?? 'left';
}

/** Scores of one answer, each from 0 to 5; undefined for a score that was not computed. */
export interface Quality {
  /** Whether the answer addresses the question. */
  readonly answer: number | undefined;
  /** How well the best source could answer it. */
  readonly sources: number | undefined;
  /** How much of the answer the best source supports. */
  readonly support: number | undefined;
}

export function qualityOf(scores: RecordedScores | undefined): Quality {
  return {
    answer: scores?.answer_relevance?.score,
    sources: highest(scores?.context_relevance),
    support: highest(scores?.groundedness),
  };
}

function highest(values: readonly (number | null)[] = []): number | undefined {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? Math.max(...known) : undefined;
}

/** The lowest of its scores; of an answer that somebody disliked, below all of them. */
function rankOf({ feedback_good_all: allGood, remi_scores: scores }: ActivityRow): number {
  if (allGood === false) return -1;
  const { answer, sources, support } = qualityOf(scores?.[0]);
  return Math.min(answer ?? Infinity, sources ?? Infinity, support ?? Infinity);
}

/** Those that somebody disliked, then by the lowest score, those without scores last; equal ones stay in order. */
export function weakestFirst(rows: readonly ActivityRow[]): readonly ActivityRow[] {
  const ranks = new Map(rows.map((row) => [row, rankOf(row)]));
  const rank = (row: ActivityRow) => ranks.get(row) ?? Infinity;
  return rows.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}
