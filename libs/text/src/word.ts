import { type AnalyzedWord, wordAnalyzer } from './analysis';
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
  const analyze = wordAnalyzer(language);
  for (const piece of pieces(text)) {
    const part = text.slice(piece.start, piece.end);
    const analyzed = analyze(part);
    if (analyzed.word === '') continue;
    const [start, end] = [map.toCodePoint(piece.start), map.toCodePoint(piece.end)];
    yield { text: part, start, end, folded: analyzed.word, stem: stemOf(piece, analyzed) };
  }
}

/** The stems of the words that `words` gives, in the same order, where nobody asks for the words' places. */
export function stems(text: string, language: string): string[] {
  const found: string[] = [];
  const analyze = wordAnalyzer(language);
  for (const piece of pieces(text)) {
    const analyzed = analyze(text.slice(piece.start, piece.end));
    if (analyzed.word !== '') found.push(stemOf(piece, analyzed));
  }
  return found;
}

function stemOf({ isClitic }: Piece, { word, terms }: AnalyzedWord): string {
  if (isClitic || terms.length === 0) return '';
  return terms.length === 1 ? (terms[0] ?? '') : word;
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
