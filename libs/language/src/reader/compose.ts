import { codePointLength } from '@lectern/text';
import type { CitedRanges } from '../citations/cited-ranges';
import type { Quote } from '../citations/quoted-sentences';
import { blockId, definitionLines } from '../citations/footnotes';
import type { Chosen } from './choice';

/** An answer as it is streamed. */
export interface Composed {
  /** In order; concatenated they are the answer. */
  readonly pieces: readonly string[];
  readonly ranges: CitedRanges;
  /** The chosen units in order, with their positions in the answer. */
  readonly quotes: readonly Quote[];
  /** Context key by block id. */
  readonly footnotes: Readonly<Record<string, string>>;
}

/**
 * Combines the chosen units: sentences one after another, rows and items on separate lines.
 *
 * @param blockOf position of a context key in the context
 * @param marked whether each unit gets a numbered mark, defined at the end
 */
export function compose(chosen: readonly Chosen[], blockOf: (key: string) => number, marked: boolean): Composed {
  const keys = [...new Set(chosen.map(({ key }) => key))];
  const ranges: Record<string, [number, number][]> = {};
  const quotes: Quote[] = [];
  const pieces: string[] = [];
  let at = 0;
  chosen.forEach(({ key, text, kind }, index) => {
    const shown = kind === 'item' ? `- ${text}` : text;
    const gap = gapBetween(chosen[index - 1]?.kind, kind);
    const mark = marked ? ` [${keys.indexOf(key) + 1}]` : '';
    const start = at + gap.length;
    (ranges[key] ??= []).push([start, start + codePointLength(shown)]);
    quotes.push({ key, text, start, end: start + codePointLength(shown) });
    pieces.push(gap + shown + mark);
    at = start + codePointLength(shown) + mark.length;
  });
  const blocks = keys.map((key) => blockId(blockOf(key)));
  if (marked && pieces.length > 0) pieces.push(`\n\n${definitionLines(blocks)}`);
  return {
    pieces,
    ranges,
    quotes,
    footnotes: Object.fromEntries(blocks.map((block, index) => [block, keys[index] ?? ''])),
  };
}

function gapBetween(before: Chosen['kind'] | undefined, kind: Chosen['kind']): string {
  if (before === undefined) return '';
  return before === 'sentence' && kind === 'sentence' ? ' ' : '\n';
}
