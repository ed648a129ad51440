import { wordAnalyzer } from './analysis';
import { segmentsOf } from './segmentation';
import { scanWords, wordShape } from './word-scanner';

export interface HighlightOptions {
  /**
   * What must stand beside a marked word: `whitespace` (when absent) or an end of the text, as the interface says;
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
 * Puts `<mark>` around every word and phrase of a query, whatever their case and accents. Marks that overlap merge;
 * nothing is escaped.
 */
export function highlight(
  text: string,
  words: readonly string[],
  phrases: readonly (readonly string[])[],
  { delimiters = 'whitespace' }: HighlightOptions = {},
): string {
  const sequences = sequencesByFirst([...words, ...phrases.map((phrase) => phrase.join(' '))]);
  if (sequences.size === 0) return text;
  const tokens = tokensOf(text);
  const ranges = merged(text, matches(tokens, sequences)).filter((range) => isDelimited(text, range, delimiters));
  let written = 0;
  let result = '';
  for (const { start, end } of ranges) {
    result += text.slice(written, start) + OPEN + text.slice(start, end) + CLOSE;
    written = end;
  }
  return result + text.slice(written);
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
function merged(text: string, ranges: readonly Token[]): Token[] {
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
