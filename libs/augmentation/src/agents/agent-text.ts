import type { AugmentablePicture } from '@lectern/contracts/knowledge-box';
import { codePointLength } from '@lectern/text';

/** Input of an agent. */
export interface AgentText {
  readonly text: string;
  /** Positions in the text, in code points. */
  readonly paragraphs: readonly AgentParagraph[];
  /** Message of a conversation that it is; absent for whole fields. */
  readonly split?: string;
  /** Pictures of the file that it is of. */
  readonly pictures?: readonly AugmentablePicture[];
}

/** A paragraph of a text. */
export interface AgentParagraph {
  /** Id of the paragraph. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

const HAS_PAIRS = /[\ud800-\udbff]/;

/** Reads a text by code points. */
export class CodePointText {
  private readonly points: readonly string[] | undefined;

  constructor(private readonly text: string) {
    this.points = HAS_PAIRS.test(text) ? Array.from(text) : undefined;
  }

  slice(start: number, end: number): string {
    return this.points ? this.points.slice(start, end).join('') : this.text.slice(start, end);
  }

  /** Number of code points before an index of the string. */
  codePointAt(index: number): number {
    return this.points ? codePointLength(this.text.slice(0, index)) : index;
  }
}

/** Runs a limited number at a time, and keeps the order. */
export async function severalAtOnce<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < items.length; at += atOnce)
    done.push(...(await Promise.all(items.slice(at, at + atOnce).map(work))));
  return done;
}
