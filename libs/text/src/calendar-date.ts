import { LRUCache } from 'lru-cache';
import { foldWord, normalizeWord } from './fold';

/** Dates of one text that are read. */
const DATES_MAX = 2_000;
const LANGUAGES_MAX = 100;
const YEAR = /\d{4}/;
const LANGUAGE = /^[a-z]{2,3}$/;

interface MonthNames {
  /** By folded name. */
  readonly numbers: ReadonlyMap<string, number>;
  /** `2 April 2026`, `April 2, 2026`, `2 de abril de 2026`, `Apr 2026`. */
  readonly pattern: RegExp;
}

const known = new LRUCache<string, MonthNames>({ max: LANGUAGES_MAX, memoMethod: monthNames });

/** Year first, with dashes, slashes or the characters of East Asia; day first, with dots or slashes. */
const ISO = /(?<![\d.,/-])(\d{4})([-/])(\d{1,2})(?:\2(\d{1,2}))?(?![\d/-])/g;
const EAST_ASIAN = /(?<!\d)(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월](?:\s?(\d{1,2})\s?[日号號일])?/g;
const DAY_FIRST = /(?<![\d.,/])(\d{1,2})([./])\s?(\d{1,2})\2\s?(\d{4})(?![\d/])/g;

/**
 * The dates of a text in one form each, `2026-04` and `2026-04-02`, so that all ways to write one meet.
 *
 * @param language ISO 639-1, whose names of months are read besides the English ones
 */
export function dateTerms(text: string, language: string): string[] {
  if (!YEAR.test(text)) return [];
  const terms = new Set<string>();
  const add = (year: string | undefined, month: number, day?: string) => {
    if (terms.size >= DATES_MAX || month < 1 || month > 12) return;
    const inMonth = `${year}-${String(month).padStart(2, '0')}`;
    terms.add(inMonth);
    if (day !== undefined && Number(day) >= 1 && Number(day) <= 31) terms.add(`${inMonth}-${day.padStart(2, '0')}`);
  };
  for (const [, year, , month, day] of text.matchAll(ISO)) add(year, Number(month), day);
  for (const [, year, month, day] of text.matchAll(EAST_ASIAN)) add(year, Number(month), day);
  for (const [, first, mark, second, year] of text.matchAll(DAY_FIRST)) {
    // With slashes some write the month first: it is unclear unless one of the numbers can only be a day.
    if (mark === '.' || Number(first) > 12) add(year, Number(second), first);
    else if (Number(second) > 12) add(year, Number(first), second);
  }
  const { numbers, pattern } = known.memo(language);
  for (const [, before, name, after, year] of text.matchAll(pattern)) {
    const month = numbers.get(folded(name ?? ''));
    if (month !== undefined) add(year, month, before ?? after);
  }
  return [...terms];
}

function monthNames(language: string): MonthNames {
  const numbers = new Map<string, number>();
  const written = new Set<string>();
  const own = LANGUAGE.test(language) ? Intl.DateTimeFormat.supportedLocalesOf([language]) : [];
  for (const locale of new Set([...own, 'en'])) {
    for (let month = 1; month <= 12; month += 1)
      for (const name of namesOfMonth(month, locale)) {
        written.add(name);
        if (!numbers.has(folded(name))) numbers.set(folded(name), month);
      }
  }
  const names = [...written]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const of = String.raw`(?:(?:of|de|del|di|d['’])\s*)?`;
  const day = String.raw`(\d{1,2})(?:st|nd|rd|th|er|º|ª)?\.?`;
  const pattern = String.raw`(?:(?<![\d.,])${day}\s*${of})?(?<!\p{L})(${names.join('|')})\.?(?!\p{L}),?\s+${of}(?:${day},?\s+)?${of}(\d{4})(?!\d)`;
  return { numbers, pattern: new RegExp(pattern, 'giu') };
}

/** Long and short, alone and beside a day, as languages inflect them: `avril`, `avr`, `апрель`, `апреля`. */
function namesOfMonth(month: number, locale: string): string[] {
  const date = new Date(Date.UTC(2026, month - 1, 2));
  return (['long', 'short'] as const)
    .flatMap((style) =>
      [{ month: style }, { month: style, day: 'numeric' } as const].flatMap((format) => {
        const parts = new Intl.DateTimeFormat(locale, { ...format, timeZone: 'UTC' }).formatToParts(date);
        return parts.filter(({ type }) => type === 'month').map(({ value }) => value.replace(/\.$/, '').trim());
      }),
    )
    .filter((name) => /\p{L}{2}/u.test(name) && !/\d/.test(name));
}

function folded(name: string): string {
  return foldWord(normalizeWord(name, ''));
}
