const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const STEP = 1_000;

/** `1.5 MB`, in the language of the page; units are powers of 1,000. */
export function byteSizeText(bytes: number, language: string): string {
  const power = bytes < STEP ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const value = bytes / STEP ** power;
  const maximumFractionDigits = value < 10 && power > 0 ? 1 : 0;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[power],
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits,
  }).format(value);
}

export function numberText(value: number, language: string): string {
  return new Intl.NumberFormat(language).format(value);
}

const SPANS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** The largest unit that fits into a number of seconds, and how often it does. */
function largestUnit(seconds: number) {
  const [unit, length] = SPANS.find(([, each]) => Math.abs(seconds) >= each) ?? (['second', 1] as const);
  return { unit, count: Math.round(seconds / length) };
}

const NOW_S = 2;

/** `3 hours ago`, `in 2 days`. */
export function relativeTimeText(instant: Date, now: Date, language: string): string {
  const seconds = (instant.getTime() - now.getTime()) / 1_000;
  // Clocks of servers may be ahead a little.
  const { unit, count } = largestUnit(Math.abs(seconds) < NOW_S ? 0 : seconds);
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(count, unit);
}

/** `40 seconds`, `3 hours`. */
export function durationText(seconds: number, language: string): string {
  const { unit, count } = largestUnit(Math.max(seconds, 1));
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** Dates of the interface are UTC, mostly without a suffix that says so. */
export function instantOf(wireDate: string): Date {
  return new Date(/[zZ]|[+-]\d\d:?\d\d$/.test(wireDate) ? wireDate : `${wireDate}Z`);
}
