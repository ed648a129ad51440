import { foldWord, normalizeWord } from './fold';

/** Lists of Snowball's authors, in `@orama/stopwords`: function words only. */
const curated: Readonly<Record<string, string>> = {
  ...{
    da: 'danish',
    de: 'german',
    en: 'english',
    fi: 'finnish',
    fr: 'french',
    id: 'indonesian',
    it: 'italian',
    nl: 'dutch',
  },
  ...{ no: 'norwegian', pt: 'portuguese', ru: 'russian', sv: 'swedish' },
};

/** Lists in the package `stopword` by ISO 639-1: for the languages without a curated one, and English, whose list they complete. */
const collected: Readonly<Record<string, string>> = {
  ...{
    af: 'afr',
    ar: 'ara',
    bg: 'bul',
    bn: 'ben',
    ca: 'cat',
    cs: 'ces',
    el: 'ell',
    en: 'eng',
    es: 'spa',
    et: 'est',
    eu: 'eus',
  },
  ...{
    fa: 'fas',
    ga: 'gle',
    gl: 'glg',
    gu: 'guj',
    he: 'heb',
    hi: 'hin',
    hr: 'hrv',
    hu: 'hun',
    hy: 'hye',
    ja: 'jpn',
    ko: 'kor',
  },
  ...{
    lt: 'lit',
    lv: 'lav',
    mr: 'mar',
    ms: 'msa',
    pl: 'pol',
    ro: 'ron',
    sk: 'slk',
    sl: 'slv',
    th: 'tha',
    tl: 'tgl',
    tr: 'tur',
  },
  ...{ uk: 'ukr', ur: 'urd', vi: 'vie', zh: 'zho' },
};

const loaded = new Map<string, ReadonlySet<string>>();

/** Folded stop words of a language; none for one without a list. */
export function stopWordsOf(language: string): ReadonlySet<string> {
  const known = loaded.get(language);
  if (known) return known;
  const lists = [...curatedList(language), ...collectedList(language)];
  // `isn't` is two words to the scanner, of which the second is left out as what an apostrophe leaves.
  const stems = lists.map((word) => word.replace(/['’]\p{L}{0,2}$/u, '')).filter((word) => word !== '');
  const words = new Set(stems.map((word) => foldWord(normalizeWord(word, language))));
  loaded.set(language, words);
  return words;
}

function curatedList(language: string): readonly string[] {
  const name = curated[language];
  if (name === undefined) return [];
  // Loaded when first needed, by a path made at run time: its type is what the package promises.
  return (require(`@orama/stopwords/${name}`) as { stopwords: readonly string[] }).stopwords;
}

function collectedList(language: string): readonly string[] {
  const name = collected[language];
  if (name === undefined) return [];
  // The package brings no types.
  return (require('stopword') as Readonly<Record<string, readonly string[]>>)[name] ?? [];
}
