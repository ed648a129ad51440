import type { StoredParagraph } from '../../index/paragraph';

/** Paragraphs by id: what a search shows when no index can give it. */
export class ParagraphsQuery {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Ids of paragraphs, at most 500. */
  ids!: readonly string[];
  /** Also those around each, as far as they are of the same field and message. */
  around?: ParagraphsAround;
}

/** How many paragraphs around one are read. */
export interface ParagraphsAround {
  /** Those before it. */
  readonly before: number;
  /** Those after it. */
  readonly after: number;
}

/** Ids of the paragraphs around one, in their order. */
export interface ParagraphNeighbours {
  /** Those before it. */
  readonly before: readonly string[];
  /** Those after it. */
  readonly after: readonly string[];
}

/** Paragraphs in the order in which they were named. */
export class ParagraphsFound {
  /** Those that are gone are left out. Those around them come after all that were named. */
  paragraphs!: readonly StoredParagraph[];
  /** Of each paragraph that was named and is there, where `around` asks for them. */
  neighbours?: Readonly<Record<string, ParagraphNeighbours>>;
}
