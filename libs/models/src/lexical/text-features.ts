/** The contribution of a word or a part of it to the vector of a text. */
export interface Feature {
  readonly name: string;
  readonly weight: number;
}

const limits = { wordsMax: 4_000, wordCharactersMax: 40 };
const PART_WEIGHT = 0.5;
/** Words this short are mostly grammar, in every language that puts spaces between words. */
const GRAMMAR_CHARACTERS = 3;
const GRAMMAR_WEIGHT = 0.25;

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
const marks = /\p{M}+/gu;
/** Scripts whose words are one or two characters long. */
const dense = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Lower case without accents, one spelling per character. Marks that are letters (Indic vowels) stay. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u065f\u0670]+/g, '')
    .normalize('NFKC')
    .toLowerCase();
}

/** The words of a text, folded, in order, up to a limit. */
function foldedWords(text: string): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(fold(text))) {
    if (!isWordLike) continue;
    words.push(segment.slice(0, limits.wordCharactersMax));
    if (words.length >= limits.wordsMax) break;
  }
  return words;
}

/** Words and their parts with their number of occurrences; short words count little. */
export function featuresOf(text: string): Feature[] {
  return foldedWords(text).flatMap((word) => {
    const weight = wordWeight(word);
    return [{ name: word, weight }, ...wordGrams(word).map((name) => ({ name, weight: weight * PART_WEIGHT }))];
  });
}

function wordWeight(word: string): number {
  if (dense.test(word) || /\d/.test(word)) return 1;
  return word.replace(marks, '').length <= GRAMMAR_CHARACTERS ? GRAMMAR_WEIGHT : 1;
}

/** Sequences of three and four characters with the word's ends marked; single characters and pairs in dense scripts. */
function wordGrams(word: string): string[] {
  const characters = Array.from(word);
  if (dense.test(word)) return [...characters, ...runs(characters, 2)].map((run) => `#${run}`);
  if (characters.length <= GRAMMAR_CHARACTERS) return [];
  const marked = ['<', ...characters, '>'];
  return [...runs(marked, 3), ...runs(marked, 4)].map((run) => `#${run}`);
}

function runs(characters: readonly string[], length: number): string[] {
  const count = Math.max(0, characters.length - length + 1);
  return Array.from({ length: count }, (_, at) => characters.slice(at, at + length).join(''));
}
