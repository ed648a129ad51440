import type { StoredParagraph } from '../../index/paragraph';

/** Paragraphs by id: what a search shows when no index can give it. */
export class ParagraphsQuery {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Ids of paragraphs, at most 500. */
  ids!: readonly string[];
}

/** Paragraphs in the order in which they were named. */
export class ParagraphsFound {
  /** Those that are gone are left out. */
  paragraphs!: readonly StoredParagraph[];
}
