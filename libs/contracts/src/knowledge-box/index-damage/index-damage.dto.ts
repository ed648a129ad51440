/** The indexes of a knowledge box: that for words, and those of its vectorsets together. */
export type IndexKind = 'keywords' | 'vectors';

/** An index of a knowledge box that cannot be used as it is. */
export class IndexDamage {
  /** Id of the knowledge box. */
  kbid!: string;
  /** The index that cannot be used. */
  index!: IndexKind;
  /** What is wrong, for the log. */
  reason!: string;
  /** There is nothing to read, which is right for a box that has no content. */
  absent!: boolean;
}

/** What is done about a damaged index. */
export class IndexDamageNoted {
  /** Whether it is dropped and filled again because of this; not when that goes on already. */
  healing!: boolean;
}
