import type { UnderstoodParagraph } from '@lectern/contracts/understanding';
import { type Piece, regrouped } from '@lectern/extraction';

/** Limits of the text of one call. */
export interface SplitWindow {
  readonly charsMax: number;
  readonly piecesMax: number;
}

/** How a text is cut where a model proposes it. */
export interface ProposedSplitOptions {
  readonly fieldId: string;
  /** Longest paragraph in characters. */
  readonly paragraphCharsMax: number;
  readonly window: SplitWindow;
}

export type Pieces = readonly Piece[];

/**
 * The places where paragraphs begin, as a model gives them: numbers of sentences from 1. Undefined for an unusable
 * answer.
 *
 * @param count sentences that were shown
 */
export function startsIn(answer: object | undefined, count: number): readonly number[] | undefined {
  const starts: unknown = answer && Reflect.get(answer, 'starts');
  if (!Array.isArray(starts) || starts.length === 0 || starts.length > count) return undefined;
  const isPlace = (one: unknown): one is number => Number.isInteger(one) && Number(one) >= 1 && Number(one) <= count;
  if (!starts.every(isPlace)) return undefined;
  return [...new Set(starts)].sort((a, b) => a - b);
}

/** Pieces between these starts; those before the first one are a group, too. @param starts from 1, ascending */
export function groupsAt(pieces: Pieces, starts: readonly number[]): Pieces[] {
  const bounds = [0, ...starts.map((start) => start - 1), pieces.length];
  return bounds.slice(1).flatMap((end, at) => {
    const group = pieces.slice(bounds[at], end);
    return group.length > 0 ? [group] : [];
  });
}

/** Pieces as they were paragraphs before. */
export function groupsAsBefore(pieces: Pieces): Pieces[] {
  return [...Map.groupBy(pieces, ({ paragraph }) => paragraph).values()];
}

/** How many pieces from the first one on are looked at together: at least one. */
export function windowLength(pieces: Pieces, { charsMax, piecesMax }: SplitWindow): number {
  const first = pieces[0]?.start ?? 0;
  const beyond = pieces.findIndex(({ end }, at) => at > 0 && (at >= piecesMax || end - first > charsMax));
  return beyond < 0 ? pieces.length : beyond;
}

/** A group as paragraphs that are not too long. */
export function paragraphsOf(
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
