import type { CheckedSentence } from '@lectern/contracts/core';
import { type ContextEntry, type CitedRanges, type Checked, checkSentences, definedBlocks } from '@lectern/language';
import type { GenerationChunk, GenerationRequest } from '../generator';

/** An answer, and the input for which the model wrote it. */
export interface AnswerToCite extends Pick<GenerationRequest, 'citations' | 'citationThreshold'> {
  readonly answer: string;
  readonly context: readonly ContextEntry[];
  /** Context keys by block id. */
  readonly blocks: ReadonlyMap<string, string>;
}

/**
 * The citations of an answer, found by comparing each of its sentences with the context; undefined if not requested.
 */
export async function checkedCitations(cited: AnswerToCite): Promise<GenerationChunk | undefined> {
  if (cited.citations === 'none') return undefined;
  const { answer, context, citationThreshold: threshold, blocks } = cited;
  if (cited.citations === 'default') {
    const checked = await checkSentences({ answer, context, threshold });
    return { type: 'citations', citations: citedRanges(checked), sentences: checked.map(asSentence) };
  }
  const defined = definedBlocks(answer);
  const blocksOf = (marks: readonly number[]) => marks.flatMap((mark) => defined.get(mark) ?? []);
  // An unknown block name is no key of the context, so support counts as being in another entry.
  const named = ({ marks }: { readonly marks: readonly number[] }) =>
    blocksOf(marks).map((block) => blocks.get(block) ?? block);
  const checked = await checkSentences({ answer, context, threshold, named });
  const footnoteToContext = Object.fromEntries(
    [...new Set(defined.values())].flatMap((block) => {
      const marked = checked.filter(({ marks }) => blocksOf(marks).includes(block));
      const key = entryOf(blocks.get(block), marked);
      return key === undefined ? [] : [[block, key]];
    }),
  );
  return { type: 'footnote_citations', footnoteToContext, sentences: checked.map(asSentence) };
}

function citedRanges(checked: readonly Checked[]): CitedRanges {
  const ranges = new Map<string, (readonly [number, number])[]>();
  for (const { start, end, sources } of checked) {
    for (const { key } of sources) ranges.set(key, [...(ranges.get(key) ?? []), [start, end]]);
  }
  return Object.fromEntries(ranges);
}

/**
 * The entry of a named block: the named one, unless it supports none of the sentences marked with it and another one
 * does.
 */
function entryOf(named: string | undefined, marked: readonly Checked[]): string | undefined {
  if (marked.some(({ sources }) => sources.some(({ key }) => key === named))) return named;
  const counts = new Map<string, number>();
  for (const { sources, named: keys } of marked) {
    const [first] = sources;
    if (first && !keys.includes(first.key)) counts.set(first.key, (counts.get(first.key) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? named;
}

function asSentence({ status, start, end, sources }: Checked): CheckedSentence {
  return { status, start, end, sources };
}
