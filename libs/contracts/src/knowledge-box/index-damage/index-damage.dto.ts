/** The indexes of a knowledge box: that for words, and those of its vectorsets together. */
export type IndexKind = 'keywords' | 'vectors';

/** An index of a knowledge box that cannot be used as it is. */
export class IndexDamage {
  /** Id of the knowledge box. */
  kbid!: string;
  /** The index that cannot be used. */
  index!: IndexKind;
  /** The damage, for the log. */
  reason!: string;
  /** There is nothing to read, which is right for a box that has no content. */
  absent!: boolean;
}

/** The reaction to a damaged index. */
export class IndexDamageNoted {
  /** Whether this report makes the service drop and rebuild it; false while a rebuild is already running. */
  healing!: boolean;
}
