import { foldText, type Word } from '@lectern/text';

/** The month or days of the week that a word names; 1 is January, or Monday. */
export interface CalendarName {
  readonly kind: 'month' | 'weekday';
  readonly values: readonly number[];
}

/** In Arabic, months have different names in the east. */
const variants: Readonly<Record<string, readonly string[]>> = { ar: ['ar-EG', 'ar-LB'] };
const ABBREVIATION_CHARACTERS_MIN = 3;
/** Abbreviations that are in no locale. */
const more: Readonly<Record<string, string>> = { en: 'sept=9', de: 'jänner=1 feber=2 sonnabend=w6' };
const workdays = [1, 2, 3, 4, 5];
/** Words that name several days of the week at once. */
const groups: Readonly<Record<string, readonly [string, readonly number[]][]>> = {
  en: [
    ['weekday weekdays workday workdays', workdays],
    ['weekend weekends', [6, 7]],
    ['daily everyday', [...workdays, 6, 7]],
  ],
  es: [
    ['laborables laborable entre-semana', workdays],
    ['diario diariamente', [...workdays, 6, 7]],
  ],
  de: [
    ['werktags wochentags', workdays],
    ['wochenende wochenenden', [6, 7]],
    ['täglich', [...workdays, 6, 7]],
  ],
  fr: [
    ['ouvrables ouvrés', workdays],
    ['week-end', [6, 7]],
    ['quotidiennement', [...workdays, 6, 7]],
  ],
  zh: [
    ['工作日', workdays],
    ['周末', [6, 7]],
    ['每天 每日', [...workdays, 6, 7]],
  ],
  ar: [['يوميا', [...workdays, 6, 7]]],
};
/** `星期三`, `周三`, `礼拜三`. */
const hanWeekday = /^(?:星期|周|礼拜)([一二三四五六日天])/u;
const hanDays = '一二三四五六日';
/** Words with other meanings: names only if they are capitalised or follow a preposition of time. */
const ambiguous: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set(['may', 'march', 'mar', 'sat', 'sun', 'sept', 'wed']),
  it: new Set(['mai', 'set', 'mar']),
  ca: new Set(['mai']),
};

const calendars = new Map<string, ReadonlyMap<string, CalendarName>>();

/**
 * The month or days that a word names.
 *
 * @param language ISO 639-1; English names are always accepted
 * @param isTime whether the preceding words indicate a time
 */
export function calendarNameIn(
  { text, folded }: Pick<Word, 'text' | 'folded'>,
  language: string,
  isTime = false,
): CalendarName | undefined {
  const day = hanWeekday.exec(folded)?.[1];
  if (day !== undefined) return { kind: 'weekday', values: [hanDays.indexOf(day === '天' ? '日' : day) + 1] };
  const isName = isTime || /^\p{Lu}/u.test(text);
  const own = calendarOf(language).get(folded);
  if (own) return isName || !ambiguous[language]?.has(folded) ? own : undefined;
  return isName || !ambiguous.en?.has(folded) ? calendarOf('en').get(folded) : undefined;
}

function calendarOf(language: string): ReadonlyMap<string, CalendarName> {
  const known = calendars.get(language);
  if (known) return known;
  const names = new Map<string, CalendarName>();
  const add = (name: string, entry: CalendarName) => {
    const folded = foldText(name).replace(/\.$/, '');
    if (folded.length >= ABBREVIATION_CHARACTERS_MIN || /\p{Script=Han}/u.test(folded)) {
      names.set(folded, names.get(folded) ?? entry);
    }
  };
  const locales = (variants[language] ?? [language]).filter((locale) => /^[a-z]{2,3}(-[A-Z]{2})?$/.test(locale));
  for (const locale of Intl.DateTimeFormat.supportedLocalesOf(locales)) addLocale(locale, add);
  for (const [words, values] of groups[language] ?? []) {
    for (const word of words.split(' ')) names.set(foldText(word), { kind: 'weekday', values });
  }
  for (const pair of (more[language] ?? '').split(' ').filter(Boolean)) {
    const [name = '', value = ''] = pair.split('=');
    add(name, { kind: value.startsWith('w') ? 'weekday' : 'month', values: [Number(value.replace('w', ''))] });
  }
  calendars.set(language, names);
  return names;
}

/** Months and days as written in the locale: long and short, alone and in a date; also in the plural. */
function addLocale(locale: string, add: (name: string, entry: CalendarName) => void): void {
  const named = (date: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
      .formatToParts(date)
      .filter(({ type }) => type === 'month' || type === 'weekday')
      .map(({ value }) => value);
  for (const style of ['long', 'short'] as const) {
    for (let month = 1; month <= 12; month += 1) {
      const date = new Date(Date.UTC(2024, month - 1, 12));
      const entry: CalendarName = { kind: 'month', values: [month] };
      for (const name of [...named(date, { month: style }), ...named(date, { month: style, day: 'numeric' })]) {
        if (!/\d/.test(name)) add(name, entry);
      }
    }
    for (let day = 1; day <= 7; day += 1) {
      for (const name of named(new Date(Date.UTC(2024, 0, day)), { weekday: style })) {
        add(name, { kind: 'weekday', values: [day] });
        if (locale.startsWith('en') || locale.startsWith('es') || locale.startsWith('fr')) {
          add(`${name}s`, { kind: 'weekday', values: [day] });
        }
        if (locale.startsWith('de')) add(`${name}s`, { kind: 'weekday', values: [day] });
      }
    }
  }
}

/** All names, folded, of the same month or day, in a language and in English. */
export function calendarNamesLike({ kind, values }: CalendarName, language: string): ReadonlySet<string> {
  const names = [...calendarOf(language), ...calendarOf('en')];
  const isLike = (other: CalendarName) => other.kind === kind && `${other.values}` === `${values}`;
  return new Set(names.filter(([, other]) => isLike(other)).map(([name]) => name));
}
