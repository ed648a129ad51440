import { foldWord, normalizeWord } from './fold';

/** Of one text. */
const TERMS_MAX = 2_000;
const UNITS =
  'kg|g|mg|µg|μg|lbs?|oz|km|m|cm|mm|nm|µm|μm|ft|yd|mi|l|ml|cl|dl|hl|ha|s|ms|min|h|kb|mb|gb|tb|kib|mib|gib|hz|khz|mhz|ghz|' +
  'w|kw|mw|gw|wh|kwh|mwh|v|mv|kv|ma|ah|mah|bar|mbar|psi|pa|hpa|kpa|mpa|j|kj|kcal|ppm|rpm|dpi|px|fps|[kmg]?bps|db|lm|mol';

/** Thousands apart by blanks or apostrophes, as in French, the Nordic languages and Switzerland: `1 250 000,50`. */
const GROUPED = /(?<![\d.,'’])(\d{1,3}(?:([ \u00a0\u2009\u202f'’])\d{3}(?:\2\d{3}){0,4}))(?!\d)([.,]\d{1,6}(?!\d))?/g;
const SEPARATORS = /[^\d]/g;
/** A number and the sign of its unit. */
const MEASURE = new RegExp(
  `(?<![\\p{L}\\d.,])(\\d{1,12}(?:[.,]\\d{1,6}){0,3})[ \\u00a0\\u2009\\u202f](${UNITS})(?![\\p{L}\\d])`,
  'giu',
);

/**
 * Numbers in one form each, so that all ways to write one meet: `1 250 000` as `1250000`, `2,5 mg` as `2.5mg`. What a
 * text says in one word already is not repeated.
 */
export function numberTerms(text: string): string[] {
  const terms = new Set<string>();
  const add = (term: string) => terms.size < TERMS_MAX && terms.add(term);
  for (const [, groups = '', , fraction = ''] of text.matchAll(GROUPED)) {
    const whole = groups.replace(SEPARATORS, '');
    add(whole);
    if (fraction !== '') add(`${whole}.${fraction.slice(1)}`);
  }
  for (const [, number = '', unit = ''] of text.matchAll(MEASURE)) add(foldWord(normalizeWord(number + unit, '')));
  return [...terms];
}
