import { stem } from 'porter2';
import { languageTable } from './language-table';

/** Maps a lower-case word to its stem. */
export type Stemmer = (word: string) => string;

/**
 * Snowball's algorithms in `@orama/stemmers`, one file a language. Left out: its English, which is not Snowball's, and
 * its Bulgarian, which throws.
 */
const orama = languageTable(
  'ar=arabic da=danish de=german el=greek es=spanish fi=finnish fr=french ga=irish hi=indian hu=hungarian ' +
    'hy=armenian id=indonesian it=italian lt=lithuanian ms=indonesian ne=nepali nl=dutch no=norwegian ' +
    'pt=portuguese ro=romanian ru=russian sr=serbian sv=swedish ta=tamil tr=turkish uk=ukrainian',
);

/** Languages that only `snowball-stemmers` has: it is six times slower, so it is used for nothing else. */
const snowball = languageTable('ca=catalan cs=czech eu=basque sl=slovene');

/** Their stemmers change beginnings, too: prefixes, articles, lenition; in Turkish that of a word of one letter. */
const changedInitials = new Set(['ar', 'ga', 'id', 'ms', 'tr']);

const identity: Stemmer = (word) => word;

/** The stemmer of a language, loaded when first requested; for other languages one that changes nothing. */
export function stemmerOf(language: string): Stemmer {
  if (language === 'en') return stem;
  const compiled = orama.get(language);
  if (compiled !== undefined) {
    // The compiler does not know the exports of a path made at run time.
    const { stemmer } = require(`@orama/stemmers/${compiled}`) as { stemmer: Stemmer };
    return stemmer;
  }
  const algorithm = snowball.get(language);
  if (algorithm === undefined) return identity;
  // The package brings no types.
  const { newStemmer } = require('snowball-stemmers') as { newStemmer(name: string): { stem: Stemmer } };
  return newStemmer(algorithm).stem;
}

/** Whether a word and its stem begin with the same letter, small and without accents. */
export function stemsKeepInitials(language: string): boolean {
  return !changedInitials.has(language);
}
