/** Maps a lower-case word to its stem. */
export type Stemmer = (word: string) => string;

/** Stemmers of `@orama/stemmers` (Snowball's algorithms compiled, one file a language). Its English and Bulgarian are wrong. */
const orama: Readonly<Record<string, string>> = {
  ...{ ar: 'arabic', da: 'danish', de: 'german', el: 'greek', es: 'spanish', fi: 'finnish', fr: 'french', ga: 'irish' },
  ...{ hi: 'indian', hu: 'hungarian', hy: 'armenian', id: 'indonesian', it: 'italian', lt: 'lithuanian', ms: 'indonesian' },
  ...{ ne: 'nepali', nl: 'dutch', no: 'norwegian', pt: 'portuguese', ro: 'romanian', ru: 'russian', sr: 'serbian' },
  ...{ sv: 'swedish', ta: 'tamil', tr: 'turkish', uk: 'ukrainian' },
};

/** What only `snowball-stemmers` has, or has right. */
const snowball: Readonly<Record<string, string>> = { ca: 'catalan', cs: 'czech', en: 'english', eu: 'basque', sl: 'slovene' };

const identity: Stemmer = (word) => word;

/** ISO 639-1 codes of the languages that are stemmed. */
export const stemmedLanguages: readonly string[] = [...Object.keys(orama), ...Object.keys(snowball)].sort();

/** The stemmer of a language, loaded when first asked for; one that changes nothing where there is none. */
export function stemmerOf(language: string): Stemmer {
  const compiled = orama[language];
  if (compiled !== undefined) {
    // What a path made at run time exports is not known to the compiler.
    const { stemmer } = require(`@orama/stemmers/${compiled}`) as { stemmer: Stemmer };
    return stemmer;
  }
  const algorithm = snowball[language];
  if (algorithm === undefined) return identity;
  // The package brings no types.
  const { newStemmer } = require('snowball-stemmers') as { newStemmer(name: string): { stem: Stemmer } };
  const { stem } = newStemmer(algorithm);
  return stem;
}
