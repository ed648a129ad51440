import { type AnalyzedWord, languageCode, wordAnalyzer } from './analysis';
import { CodePointMap, type TextSpan } from './code-points';
import { dictionaryWords } from './segmentation';
import { stemsKeepInitials } from './stemmer';
import { scanWords, wordShape } from './word-scanner';

/** A word where it stands; offsets in code points. */
export interface Word extends TextSpan {
  /** Lower case, without accents: equal for all ways to write it. */
  readonly folded: string;
  /** The folded stem; empty for a stop word. */
  readonly stem: string;
}

export interface StemPositions {
  readonly words: number;
  readonly positions: ReadonlyMap<string, readonly number[]>;
}

const ASCII_END = 0x80;
/** The bit by which a small letter differs from a capital; digits have it. */
const ASCII_LOWER_CASE = 0x20;

/** The words of a text in order, those of Chinese, Japanese and Thai by dictionary. `l'`, `'s` are stop words. */
export function* words(text: string, language: string): Generator<Word> {
  const map = new CodePointMap(text);
  const analyze = wordAnalyzer(language);
  for (const piece of pieces(text)) {
    const part = text.slice(piece.start, piece.end);
    const analyzed = analyze(part);
    if (analyzed.word === '') continue;
    const [start, end] = [map.toCodePoint(piece.start), map.toCodePoint(piece.end)];
    yield { text: part, start, end, folded: analyzed.word, stem: stemOf(piece.isClitic, analyzed) };
  }
}

/** The stems of the words that `words` gives, in the same order, where nobody asks for the words' places. */
export function stems(text: string, language: string): string[] {
  const found: string[] = [];
  const analyze = wordAnalyzer(language);
  eachPiece(text, (start, end, isClitic) => {
    const analyzed = analyze(text.slice(start, end));
    if (analyzed.word !== '') found.push(stemOf(isClitic, analyzed));
  });
  return found;
}

/**
 * How many words a text has, and at which of them each of `wanted` stands: the places in `stems(text)` of those stems.
 * Words that cannot have one of them by their first letter are not looked at, which are most.
 */
export function stemPositions(text: string, language: string, wanted: readonly string[]): StemPositions {
  const positions = new Map<string, number[]>(wanted.map((stem) => [stem, []]));
  const analyze = wordAnalyzer(language);
  const initials = stemsKeepInitials(languageCode(language))
    ? new Set(wanted.map((stem) => stem.charCodeAt(0)))
    : undefined;
  let words = 0;
  eachPiece(text, (start, end, isClitic) => {
    const initial = text.charCodeAt(start);
    if (initials && initial < ASCII_END && !initials.has(initial | ASCII_LOWER_CASE)) {
      words += 1;
      return;
    }
    const analyzed = analyze(text.slice(start, end));
    if (analyzed.word === '') return;
    positions.get(stemOf(isClitic, analyzed))?.push(words);
    words += 1;
  });
  return { words, positions };
}

function stemOf(isClitic: boolean, { word, terms }: AnalyzedWord): string {
  if (isClitic || terms.length === 0) return '';
  return terms.length === 1 ? (terms[0] ?? '') : word;
}

/** What is read as one word, from where to where. */
function eachPiece(text: string, visit: (start: number, end: number, isClitic: boolean) => void): void {
  scanWords(text, (start, end, shape) => {
    if ((shape & wordShape.unspaced) === 0) return visit(start, end, (shape & wordShape.clitic) !== 0);
    for (const segment of dictionaryWords(text.slice(start, end), start))
      visit(segment.start, segment.start + segment.word.length, false);
  });
}

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly isClitic: boolean;
}

function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  eachPiece(text, (start, end, isClitic) => void found.push({ start, end, isClitic }));
  return found;
}
