import type { Word } from '@lectern/text';
import type { AnswerKind } from './question-words';

const digits = /\p{Nd}/u;
const capital = /^\p{Lu}/u;
const cased = /[\p{Lu}\p{Ll}]/u;
const hanNumber = /^[〇零一二三四五六七八九十百千万亿億两半数]+/;
/** If every noun is capitalised, capitals do not mark names. */
export function hasCapitalNouns(language: string): boolean {
  return language === 'de' || language === 'lb';
}

const numberWords = new Set(
  (
    'one two three four five six seven eight nine ten eleven twelve thirteen fifteen twenty thirty forty fifty hundred ' +
    'thousand million billion half third quarter double twice once dozen few several majority ' +
    'uno una dos tres cuatro cinco seis siete ocho nueve diez once doce veinte treinta cien ciento mil millones mitad ' +
    'un deux trois quatre cinq six sept huit neuf dix onze douze vingt trente cent mille millions moitie tiers ' +
    'eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf zwanzig hundert tausend millionen halfte'
  ).split(' '),
);

const reasonWords = new Set(
  (
    'because since due owing therefore thus hence reason reasons cause caused causes result resulted order so ' +
    'porque debido causa razon para motivo car parce raison cause afin grace weil da wegen grund damit deshalb aufgrund ' +
    'perche causa motivo poiche потому из-за причина omdat want door'
  ).split(' '),
);

const calendarWords = new Map<string, ReadonlySet<string>>();

/** Whether a word of the context may be (part of) the answer to a question of that kind. */
export function isCandidate(kind: AnswerKind, word: Word, language: string): boolean {
  switch (kind) {
    case 'time':
      return digits.test(word.text) || hanNumber.test(word.text) || calendarOf(language).has(word.folded);
    case 'number':
      return digits.test(word.text) || hanNumber.test(word.text) || numberWords.has(word.folded);
    case 'reason':
      return reasonWords.has(word.folded);
    case 'person':
    case 'place':
    case 'name':
      return word.stem !== '' && (capital.test(word.text) || hasCapitalNouns(language) || !cased.test(word.text));
    case 'other':
      return word.stem !== '';
  }
}

/** Folded names of months and days of the week in a language and in English. */
function calendarOf(language: string): ReadonlySet<string> {
  const known = calendarWords.get(language);
  if (known) return known;
  const names = new Set([
    'century',
    'decade',
    'bc',
    'ad',
    'bce',
    'siglo',
    'siecle',
    'jahrhundert',
    'secolo',
    'today',
    'yesterday',
  ]);
  for (const locale of ['en', ...Intl.DateTimeFormat.supportedLocalesOf(language || 'en')]) {
    for (let month = 0; month < 12; month++) {
      // Consecutive days of one month include every day of the week.
      for (const [part, day] of [
        [{ month: 'long' }, [month, 1]],
        [{ weekday: 'long' }, [0, 1 + month]],
      ] as const) {
        const date = new Date(Date.UTC(2024, ...day));
        const name = new Intl.DateTimeFormat(locale, { ...part, timeZone: 'UTC' }).format(date);
        names.add(
          name
            .normalize('NFKD')
            .replace(/\p{M}+/gu, '')
            .toLowerCase(),
        );
      }
    }
  }
  // "may" is a month in no text that is searched here.
  names.delete('may');
  calendarWords.set(language, names);
  return names;
}
