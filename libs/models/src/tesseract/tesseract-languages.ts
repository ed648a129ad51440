/** Tesseract's names of languages, by ISO 639-1; both scripts for Chinese. */
const names: Readonly<Record<string, readonly string[]>> = {
  af: ['afr'],
  ar: ['ara'],
  bg: ['bul'],
  bn: ['ben'],
  ca: ['cat'],
  cs: ['ces'],
  da: ['dan'],
  de: ['deu'],
  el: ['ell'],
  en: ['eng'],
  es: ['spa'],
  et: ['est'],
  eu: ['eus'],
  fa: ['fas'],
  fi: ['fin'],
  fr: ['fra'],
  ga: ['gle'],
  gl: ['glg'],
  gu: ['guj'],
  he: ['heb'],
  hi: ['hin'],
  hr: ['hrv'],
  hu: ['hun'],
  hy: ['hye'],
  id: ['ind'],
  is: ['isl'],
  it: ['ita'],
  ja: ['jpn'],
  ka: ['kat'],
  ko: ['kor'],
  lt: ['lit'],
  lv: ['lav'],
  mr: ['mar'],
  ms: ['msa'],
  nl: ['nld'],
  no: ['nor'],
  pl: ['pol'],
  pt: ['por'],
  ro: ['ron'],
  ru: ['rus'],
  sk: ['slk'],
  sl: ['slv'],
  sq: ['sqi'],
  sr: ['srp'],
  sv: ['swe'],
  ta: ['tam'],
  te: ['tel'],
  th: ['tha'],
  tr: ['tur'],
  uk: ['ukr'],
  ur: ['urd'],
  vi: ['vie'],
  zh: ['chi_sim', 'chi_tra'],
};

/** With more languages it is slow and no better. */
const LANGUAGES_MAX = 3;
const FALLBACK = 'eng';

/**
 * The languages to use: the requested ones that are installed, otherwise English if installed, otherwise any.
 *
 * @param wanted ISO 639-1, most important first
 * @returns tesseract's names joined by `+`, or undefined when nothing is installed
 */
export function languageArgument(wanted: readonly string[], installed: readonly string[]): string | undefined {
  const chosen = wanted
    .flatMap((language) => names[language.slice(0, 2).toLowerCase()] ?? [])
    .filter((name) => installed.includes(name));
  if (chosen.length > 0) return [...new Set(chosen)].slice(0, LANGUAGES_MAX).join('+');
  return installed.includes(FALLBACK) ? FALLBACK : installed.find((name) => name !== 'osd');
}
