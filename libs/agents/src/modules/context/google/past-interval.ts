import type { SearchTimeRange } from '@lectern/contracts/agents';

const DAY_MS = 86_400_000;
const daysOf: Readonly<Record<SearchTimeRange, number>> = {
  past_day: 1,
  past_week: 7,
  past_month: 30,
  past_year: 365,
};

/** The time before `now` as an interval of Gemini, which takes whole seconds only. */
export function pastInterval(
  range: SearchTimeRange,
  now: Date,
): { readonly startTime: string; readonly endTime: string } {
  const since = new Date(now.getTime() - daysOf[range] * DAY_MS);
  return { startTime: wholeSeconds(since), endTime: wholeSeconds(now) };
}

function wholeSeconds(date: Date): string {
  return date.toISOString().replace(/\.\d{3}Z$/, 'Z');
}
