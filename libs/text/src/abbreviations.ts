import { stopWordsOf } from './stop-words';

/** Abbreviations after which a capital continues the sentence. Those that mostly end one (etc., usw.) are not here. */
const SHARED = 'dr prof mr mrs ms st jr sr figs vols pp ca vs inc ltd co corp dept est al cf eds op cit approx';
const byLanguage: ReadonlyMap<string, string> = new Map([
  ['cs', 'např tj tzv obr tab ing mgr mudr'],
  ['de', 'bzw vgl hrsg jh ggf evtl sog bspw inkl zzgl hr fr dipl ing'],
  ['en', 'jan feb mar apr jun jul aug sep sept oct nov dec gen col capt lt sgt rev hon gov sen rep pres mt'],
  ['es', 'sra srta ud uds dña avda ee'],
  ['fr', 'mm mme mmes mlle mlles pr env av apr éd'],
  ['it', 'sig sigg dott ing avv on'],
  ['nl', 'bijv dhr mevr mw drs ir blz ong'],
  ['pl', 'np tzn tj ul inż mgr hab'],
  ['pt', 'sra srs exmo exma séc'],
  ['ru', 'им ул см др акад'],
  ['sv', 'resp'],
  ['uk', 'ім вул див акад'],
]);
/** Short forms that stand before a number. */
const BEFORE_NUMBERS =
  'no nr núm nº n fig vol p pág s str art abs ch chap cap sec tab bd ed éd obr č ca c рис табл стр п ст кв tel тел с';
const numbered = new Set(BEFORE_NUMBERS.split(' '));

/** Languages that write "3. Oktober". */
const ordinal = new Set(['cs', 'da', 'de', 'et', 'fi', 'hr', 'hu', 'is', 'lv', 'no', 'pl', 'sk', 'sl', 'sr', 'tr']);

const sets = new Map<string, ReadonlySet<string>>();

/**
 * Whether the full stop between `word` and `next` belongs to `word`: initials, acronyms, short forms, ordinal numbers.
 * After a letter or an acronym a function word with a capital (`vitamin C. The`, `in the U.S. The`) begins a sentence.
 */
export function isAbbreviation(word: string, next: string, language: string): boolean {
  if (next === '') return false;
  const short = word.toLowerCase();
  const isFunctionWord = next.length > 1 && stopWordsOf(language).has(next.toLowerCase());
  if (/^(?:[\p{Lu}\p{Lo}]|(?:\p{L}+\.)+\p{L}+)$/u.test(word)) return !isFunctionWord;
  if (/^\d{1,2}$/.test(word)) return ordinal.has(language) && /^\p{Lu}/u.test(next);
  if (/^\p{N}/u.test(next) && numbered.has(short)) return true;
  return shortForms(language).has(short);
}

function shortForms(language: string): ReadonlySet<string> {
  const own = byLanguage.has(language) ? language : '';
  const known = sets.get(own);
  if (known) return known;
  const created = new Set([...SHARED.split(' '), ...(byLanguage.get(own) ?? '').split(' ')]);
  sets.set(own, created);
  return created;
}
