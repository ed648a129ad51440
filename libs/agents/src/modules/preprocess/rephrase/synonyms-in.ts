import { foldText } from '@lectern/text';

/** Synonyms by word or phrase. */
export type SynonymTable = Readonly<Record<string, readonly string[]>>;

/** Synonyms that one question gets. */
const SYNONYMS_MAX = 20;
/** Occurrences of a term that may be parts of longer words; it counts as missing after as many. */
const PARTS_MAX = 100;
/** Letters of scripts without spaces stand beside others inside a word. */
const LETTER = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{N}]/u;

/** Synonyms of the words and phrases that a text has, without those that it has itself; case makes no difference. */
export function synonymsIn(text: string, table: SynonymTable): readonly string[] {
  const folded = foldText(text);
  const found = Object.entries(table).flatMap(([term, synonyms]) => (hasTerm(folded, foldText(term)) ? synonyms : []));
  const missing = [...new Set(found)].filter((synonym) => !hasTerm(folded, foldText(synonym)));
  return missing.slice(0, SYNONYMS_MAX);
}

/** Whether the term occurs and is not part of a longer word. */
function hasTerm(text: string, term: string): boolean {
  if (term === '') return false;
  let at = text.indexOf(term);
  for (let seen = 0; at !== -1 && seen < PARTS_MAX; seen += 1) {
    const before = text.charAt(at - 1) || ' ';
    const after = text.charAt(at + term.length) || ' ';
    const isPart = (letter: string, edge: string) => LETTER.test(letter) && LETTER.test(edge);
    if (!isPart(before, term.charAt(0)) && !isPart(after, term.at(-1) ?? ' ')) return true;
    at = text.indexOf(term, at + 1);
  }
  return false;
}
