import type { StoredParagraph } from '../../index/paragraph';

/** Paragraphs by id, for members of hits that no index can return. */
export class ParagraphsQuery {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Ids of paragraphs, at most 500. */
  ids!: readonly string[];
  /** Also those around each, as far as they are of the same field and message. */
  around?: ParagraphsAround;
  /** Also those that belong to each by the layout of its field. */
  related?: readonly ParagraphRelation[];
}

/**
 * How a paragraph belongs to another one of the same field and message. Parents are those in which the headings above
 * it stand, siblings those below the same headings, replacements those with the same text.
 */
export const paragraphRelations = ['parents', 'siblings', 'replacements'] as const;
/** How a paragraph belongs to another one of the same field and message. */
export type ParagraphRelation = (typeof paragraphRelations)[number];

/** Ids of the paragraphs that belong to one: those of the requested kinds. */
export interface ParagraphRelations {
  /** Those in which the headings above it stand, the innermost first. */
  readonly parents?: readonly string[];
  /** The nearest ones below the same headings, in their order: at most 10 on each side. */
  readonly siblings?: readonly string[];
  /** The first ones with the same text, at most 10. */
  readonly replacements?: readonly string[];
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
  /** Those that are gone are left out. Others come after all that were named. */
  paragraphs!: readonly StoredParagraph[];
  /** Of each paragraph that was named and is there, where `around` selects them. */
  neighbours?: Readonly<Record<string, ParagraphNeighbours>>;
  /** Of each paragraph that was named and is there, where `related` selects them. */
  relations?: Readonly<Record<string, ParagraphRelations>>;
}
