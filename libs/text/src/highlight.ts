import { wordAnalyzer } from './analysis';
import { segmentsOf } from './segmentation';
import { scanWords, wordShape } from './word-scanner';

/** A folded word, and how words that are marked in its place may differ from it. */
export interface InexactWord {
  readonly word: string;
  /** Letters that are wrong, missing, too many or swapped with the next one, at most. */
  readonly edits: 0 | 1;
  /** Whether words that begin with it are marked, too. */
  readonly prefix: boolean;
}

export interface HighlightOptions {
  /** Words that are marked besides, where they are nearly the same. */
  readonly approximate?: readonly InexactWord[];
  /**
   * Required neighbours of a marked word: `whitespace` (when absent) or an end of the text, as the interface says;
   * `punctuation` marks `sea` in `(sea).` too. Scripts without spaces need neither.
   */
  readonly delimiters?: 'whitespace' | 'punctuation';
}

const OPEN = '<mark>';
const CLOSE = '</mark>';

interface Token {
  readonly start: number;
  readonly end: number;
  readonly word: string;
  readonly isUnspaced: boolean;
}

/**
 * Puts `<mark>` around every word and phrase of a query, regardless of case and accents. Marks that overlap merge;
 * nothing is escaped.
 */
export function highlight(
  text: string,
  words: readonly string[],
  phrases: readonly (readonly string[])[],
  { delimiters = 'whitespace', approximate = [] }: HighlightOptions = {},
): string {
  const sequences = sequencesByFirst([...words, ...phrases.map((phrase) => phrase.join(' '))]);
  if (sequences.size === 0 && approximate.length === 0) return text;
  const tokens = tokensOf(text);
  const nearly = tokens.filter(({ word }) => approximate.some((meant) => isNearly(word, meant)));
  const found = [...matches(tokens, sequences), ...nearly].sort((a, b) => a.start - b.start);
  const ranges = mergedRanges(text, found).filter((range) => isDelimited(text, range, delimiters));
  let written = 0;
  let result = '';
  for (const { start, end } of ranges) {
    result += text.slice(written, start) + OPEN + text.slice(start, end) + CLOSE;
    written = end;
  }
  return result + text.slice(written);
}

function isNearly(found: string, { word, edits, prefix }: InexactWord): boolean {
  return (prefix && found.startsWith(word)) || found === word || (edits > 0 && isOneEditApart(found, word));
}

/** Whether one letter is wrong, missing or too many, or two neighbours are swapped. */
export function isOneEditApart(a: string, b: string): boolean {
  const [short, long] = [[...a], [...b]].sort((x, y) => x.length - y.length);
  if (!short || !long || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  let end = 0;
  while (short.length - end > start && short.at(-1 - end) === long.at(-1 - end)) end += 1;
  const differing = long.length - end - start;
  const isSwapped = short[start] === long[start + 1] && short[start + 1] === long[start];
  return differing === 1 || (differing === 2 && short.length === long.length && isSwapped);
}

type Sequences = ReadonlyMap<string, readonly (readonly string[])[]>;

function sequencesByFirst(marked: readonly string[]): Sequences {
  const found = new Map<string, (readonly string[])[]>();
  for (const words of new Set(marked)) {
    const sequence = tokensOf(words).map(({ word }) => word);
    const [first] = sequence;
    if (first === undefined) continue;
    const others = found.get(first);
    if (others) others.push(sequence);
    else found.set(first, [sequence]);
  }
  return found;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const analyzed = wordAnalyzer('');
  const add = (start: number, end: number, isUnspaced: boolean) => {
    const { word } = analyzed(text.slice(start, end));
    if (word !== '') tokens.push({ start, end, word, isUnspaced });
  };
  scanWords(text, (start, end, shape) => {
    if ((shape & wordShape.unspaced) === 0) return add(start, end, false);
    const segments = [...segmentsOf(text.slice(start, end))];
    for (const [index, segment] of segments.entries()) {
      add(start + segment.start, start + (segments[index + 1]?.start ?? end - start), true);
    }
  });
  return tokens;
}

/** Ranges of tokens that spell one of the sequences, by start. */
function matches(tokens: readonly Token[], sequences: Sequences): Token[] {
  return tokens.flatMap((token, index) =>
    (sequences.get(token.word) ?? []).flatMap((sequence) => {
      const last = tokens[index + sequence.length - 1];
      const isFound = sequence.every((part, offset) => tokens[index + offset]?.word === part);
      return isFound && last ? [{ ...token, end: last.end, isUnspaced: token.isUnspaced && last.isUnspaced }] : [];
    }),
  );
}

/** Joins ranges that overlap, or that only a hyphen or the like keeps apart. */
function mergedRanges(text: string, ranges: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last && (range.start < last.end || !/\s/.test(text.slice(last.end, range.start)))) {
      joined[joined.length - 1] = {
        ...last,
        end: Math.max(last.end, range.end),
        isUnspaced: last.isUnspaced && range.isUnspaced,
      };
    } else {
      joined.push(range);
    }
  }
  return joined;
}

function isDelimited(
  text: string,
  { start, end, isUnspaced }: Token,
  delimiters: HighlightOptions['delimiters'],
): boolean {
  if (isUnspaced || delimiters === 'punctuation') return true;
  return /^(?:\s|$)/.test(text.slice(end, end + 1)) && (start === 0 || /\s/.test(text.charAt(start - 1)));
}
