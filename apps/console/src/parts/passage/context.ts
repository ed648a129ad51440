import type { ExtractedParagraph } from '@lectern/contracts/knowledge-box';

type Range = Pick<ExtractedParagraph, 'start' | 'end'>;

/** The paragraph that a passage is, or in which it begins; -1 when the text has changed since. */
export function paragraphIndex(paragraphs: readonly Range[], { start, end }: Range): number {
  const exact = paragraphs.findIndex((one) => one.start === start && one.end === end);
  return exact >= 0 ? exact : paragraphs.findIndex((one) => one.start <= start && start < one.end);
}

/** A paragraph with those around it. */
export function surroundings<T>(paragraphs: readonly T[], index: number, distance: number): readonly T[] {
  return index < 0 ? [] : paragraphs.slice(Math.max(index - distance, 0), index + distance + 1);
}
