/** Which questions the page lists. */
export const questionKinds = ['all', 'disliked', 'unanswered', 'failed'] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** Which questions are listed, as the address of the page says it; absent members do not restrict. */
export interface ActivitySearch {
  /** Month in UTC, `2026-05`; the newest when absent. */
  readonly month?: string;
  /** All when absent. */
  readonly kind?: Exclude<QuestionKind, 'all'>;
  /** Text that the question contains. */
  readonly q?: string;
  /** Those with the lowest scores first; the newest first when absent. */
  readonly order?: 'weakest';
}

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const TEXT_CHARS_MAX = 400;

/** Reads the address; invalid parts count as absent. */
export function activitySearch(given: Record<string, unknown>): ActivitySearch {
  const { month, kind, q, order } = given;
  const named = questionKinds.find((one) => one === kind);
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, TEXT_CHARS_MAX) : '';
  return {
    ...(typeof month === 'string' && MONTH.test(month) && { month }),
    ...(named !== undefined && named !== 'all' && { kind: named }),
    ...(text !== '' && { q: text }),
    ...(order === 'weakest' && { order }),
  };
}

/** The month of an instant without offset, UTC. */
export function monthOf(instant: string): string {
  return instant.slice(0, 7);
}
