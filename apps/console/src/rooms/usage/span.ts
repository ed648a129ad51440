import type { UsageAggregation } from '@lectern/contracts/accounts';

/** Spans that are offered, each with the sums that suit it. */
export const ranges = ['day', 'week', 'month', 'year', 'own'] as const;
export type Range = (typeof ranges)[number];

/** Sums that charts are made of. */
export const aggregations = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;

const DAY_MS = 86_400_000;
const daysOf = { day: 1, week: 7, month: 30, year: 365 } as const;
const usual: Readonly<Record<Range, UsageAggregation>> = {
  day: 'hour',
  week: 'day',
  month: 'day',
  year: 'month',
  own: 'day',
};

/** Maximum number of bars that readers can distinguish. */
const BARS_MAX = 800;
const hoursOf: Readonly<Record<UsageAggregation, number>> = {
  hour: 1,
  day: 24,
  week: 7 * 24,
  month: 28 * 24,
  quarter: 90 * 24,
  year: 365 * 24,
  millennium: Infinity,
};

export function usualAggregation(range: Range): UsageAggregation {
  return usual[range];
}

/** First and last day of a range, as fields of dates have them: `2026-01-31`, UTC. */
export function daysBack(range: Exclude<Range, 'own'>, now: Date): { readonly first: string; readonly last: string } {
  return { first: dayOf(new Date(now.getTime() - daysOf[range] * DAY_MS)), last: dayOf(now) };
}

/** Beginning and end of the days between two, both included; undefined for dates that are not dates or reversed. */
export function instantsOf(first: string, last: string): { readonly from: string; readonly to: string } | undefined {
  const [from, to] = [Date.parse(`${first}T00:00:00Z`), Date.parse(`${last}T00:00:00Z`) + DAY_MS];
  if (!(from < to)) return undefined;
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** The sums that fit: with too many bars nothing can be seen. */
export function fitting(from: string, to: string): readonly (typeof aggregations)[number][] {
  const hours = (Date.parse(to) - Date.parse(from)) / 3_600_000;
  return aggregations.filter((one) => hours / hoursOf[one] <= BARS_MAX);
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
