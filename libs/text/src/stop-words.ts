import { foldWord, normalizeWord } from './fold';

/** Names of the lists in the package `stopword`, by ISO 639-1. */
const lists: Readonly<Record<string, string>> = {
  ...{ af: 'afr', ar: 'ara', bg: 'bul', bn: 'ben', ca: 'cat', cs: 'ces', da: 'dan', de: 'deu', el: 'ell', en: 'eng', es: 'spa' },
  ...{ et: 'est', eu: 'eus', fa: 'fas', fi: 'fin', fr: 'fra', ga: 'gle', gl: 'glg', gu: 'guj', he: 'heb', hi: 'hin', hr: 'hrv' },
  ...{ hu: 'hun', hy: 'hye', id: 'ind', it: 'ita', ja: 'jpn', ko: 'kor', lt: 'lit', lv: 'lav', mr: 'mar', ms: 'msa', nl: 'nld' },
  ...{ no: 'nob', pl: 'pol', pt: 'por', ro: 'ron', ru: 'rus', sk: 'slk', sl: 'slv', sv: 'swe', th: 'tha', tl: 'tgl', tr: 'tur' },
  ...{ uk: 'ukr', ur: 'urd', vi: 'vie', zh: 'zho' },
};

const loaded = new Map<string, ReadonlySet<string>>();

/** Folded stop words of a language; none for one without a list. */
export function stopWordsOf(language: string): ReadonlySet<string> {
  const known = loaded.get(language);
  if (known) return known;
  const words = new Set(read(language).map((word) => foldWord(normalizeWord(word, language))));
  loaded.set(language, words);
  return words;
}

function read(language: string): readonly string[] {
  const name = lists[language];
  if (name === undefined) return [];
  // Loaded when first needed; the package brings no types.
  const all = require('stopword') as Readonly<Record<string, readonly string[]>>;
  return all[name] ?? [];
}
