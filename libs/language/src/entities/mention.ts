/** Kinds of entities. */
export type EntityLabel =
  | 'PERSON'
  | 'ORG'
  | 'GPE'
  | 'LOC'
  | 'DATE'
  | 'TIME'
  | 'MONEY'
  | 'PERCENT'
  | 'EMAIL'
  | 'URL'
  | 'MISC';

/** A mention of an entity, in UTF-16 offsets, end exclusive. */
export interface Mention {
  readonly start: number;
  readonly end: number;
  readonly label: EntityLabel;
  /** Its full name, if the mention is an abbreviation. */
  readonly name: string;
}

export interface Mentions {
  readonly mentions: readonly Mention[];
  /** Whether there were more than are examined. */
  readonly isCut: boolean;
}

/** An entity with the positions of all its mentions, in code points. */
export interface Entity {
  readonly text: string;
  readonly label: EntityLabel;
  readonly positions: readonly { readonly start: number; readonly end: number }[];
}
