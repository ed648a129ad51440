import type { UnderstoodParagraph } from '@lectern/contracts/understanding';
import { type Piece, regrouped } from '@lectern/extraction';

/** Limits on the text of one call. */
export interface SplitWindow {
  readonly charsMax: number;
  readonly piecesMax: number;
}

/** Options for splitting a text as proposed by a model. */
export interface ProposedSplitOptions {
  readonly fieldId: string;
  /** Longest paragraph in characters. */
  readonly paragraphCharsMax: number;
  readonly window: SplitWindow;
}

export type Pieces = readonly Piece[];

/**
 * The starts of paragraphs proposed by a model: numbers of sentences from 1. Undefined for an unusable answer.
 *
 * @param count number of sentences shown
 */
export function startsIn(answer: object | undefined, count: number): readonly number[] | undefined {
  const starts: unknown = answer && Reflect.get(answer, 'starts');
  if (!Array.isArray(starts) || starts.length === 0 || starts.length > count) return undefined;
  const isPosition = (one: unknown): one is number => Number.isInteger(one) && Number(one) >= 1 && Number(one) <= count;
  if (!starts.every(isPosition)) return undefined;
  return [...new Set(starts)].sort((a, b) => a - b);
}

/**
 * Groups of pieces between these starts; the pieces before the first start are also a group.
 * @param starts from 1, ascending
 */
export function groupsAt(pieces: Pieces, starts: readonly number[]): Pieces[] {
  const bounds = [0, ...starts.map((start) => start - 1), pieces.length];
  return bounds.slice(1).flatMap((end, at) => {
    const group = pieces.slice(bounds[at], end);
    return group.length > 0 ? [group] : [];
  });
}

/** The pieces grouped as in the previous paragraphs. */
export function groupsAsBefore(pieces: Pieces): Pieces[] {
  return [...Map.groupBy(pieces, ({ paragraph }) => paragraph).values()];
}

/** Number of pieces in the window that begins with the first one; at least one. */
export function windowLength(pieces: Pieces, { charsMax, piecesMax }: SplitWindow): number {
  const first = pieces[0]?.start ?? 0;
  const beyond = pieces.findIndex(({ end }, at) => at > 0 && (at >= piecesMax || end - first > charsMax));
  return beyond < 0 ? pieces.length : beyond;
}

/** Splits a group into paragraphs within the length limit. */
export function proposedParagraphs(
  group: Pieces,
  { fieldId, paragraphCharsMax }: Pick<ProposedSplitOptions, 'fieldId' | 'paragraphCharsMax'>,
): UnderstoodParagraph[] {
  const paragraphs: UnderstoodParagraph[] = [];
  for (let rest = group; rest.length > 0;) {
    const length = windowLength(rest, { charsMax: paragraphCharsMax, piecesMax: Infinity });
    const [first, ...others] = rest.slice(0, length);
    if (first) paragraphs.push(regrouped([first, ...others], fieldId));
    rest = rest.slice(length);
  }
  return paragraphs;
}
