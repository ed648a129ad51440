import { foldWord, normalizeWord } from './fold';
import { languageTable } from './language-table';

/** Lists of Snowball's authors, in `@orama/stopwords`: function words only. */
const curated = languageTable(
  'da=danish de=german en=english fi=finnish fr=french id=indonesian it=italian ms=indonesian nl=dutch no=norwegian ' +
    'pt=portuguese ru=russian sv=swedish',
);

/** Lists in the package `stopword`, for languages without a curated one, and for English, whose list they complete. */
const collected = languageTable(
  'af=afr ar=ara bg=bul bn=ben ca=cat cs=ces el=ell en=eng es=spa et=est eu=eus fa=fas ga=gle gl=glg gu=guj he=heb ' +
    'hi=hin hr=hrv hu=hun hy=hye ja=jpn ko=kor lt=lit lv=lav mr=mar pl=pol ro=ron sk=slk sl=slv th=tha tl=tgl tr=tur ' +
    'uk=ukr ur=urd vi=vie zh=zho',
);

const loaded = new Map<string, ReadonlySet<string>>();

/** Folded stop words of a language; none for one without a list. */
export function stopWordsOf(language: string): ReadonlySet<string> {
  const known = loaded.get(language);
  if (known) return known;
  const lists = [...curatedList(language), ...collectedList(language)];
  // `isn't` is two words to the scanner, of which the second is left out as what an apostrophe leaves.
  const stems = lists.map((word) => word.replace(/['’]\p{L}{0,2}$/u, '')).filter((word) => word !== '');
  const words: ReadonlySet<string> = new Set(stems.map((word) => foldWord(normalizeWord(word, language))));
  if (words.size > 0) loaded.set(language, words);
  return words;
}

function curatedList(language: string): readonly string[] {
  const name = curated.get(language);
  if (name === undefined) return [];
  // Loaded when first needed, by a path made at run time: its type is what the package promises.
  return (require(`@orama/stopwords/${name}`) as { stopwords: readonly string[] }).stopwords;
}

function collectedList(language: string): readonly string[] {
  const name = collected.get(language);
  if (name === undefined) return [];
  // The package brings no types.
  return (require('stopword') as Readonly<Record<string, readonly string[]>>)[name] ?? [];
}
