import { analyzeWord } from './analysis';
import { CodePointMap, type TextSpan } from './code-points';
import { dictionaryWords } from './segmentation';
import { scanWords, wordShape } from './word-scanner';

/** A word where it stands; offsets in code points. */
export interface Word extends TextSpan {
  /** Lower case, without accents: equal for all ways to write it. */
  readonly folded: string;
  /** The folded stem; empty for a stop word. */
  readonly stem: string;
}

/** The words of a text in order, those of Chinese, Japanese and Thai by dictionary. `l'`, `'s` are stop words. */
export function* words(text: string, language: string): Generator<Word> {
  const map = new CodePointMap(text);
  for (const { start, end, isClitic } of pieces(text)) {
    const part = text.slice(start, end);
    const { word, terms } = analyzeWord(part, language);
    if (word === '') continue;
    const stem = isClitic || terms.length === 0 ? '' : terms.length === 1 ? (terms[0] ?? '') : word;
    yield { text: part, start: map.toCodePoint(start), end: map.toCodePoint(end), folded: word, stem };
  }
}

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly isClitic: boolean;
}

function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  scanWords(text, (start, end, shape) => {
    if ((shape & wordShape.unspaced) === 0)
      return void found.push({ start, end, isClitic: (shape & wordShape.clitic) !== 0 });
    for (const segment of dictionaryWords(text.slice(start, end), start)) {
      found.push({ start: segment.start, end: segment.start + segment.word.length, isClitic: false });
    }
  });
  return found;
}
