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

/** One place where something is named, in UTF-16 offsets, end exclusive. */
export interface Mention {
  readonly start: number;
  readonly end: number;
  readonly label: EntityLabel;
  /** Its full name, where the mention is an abbreviation. */
  readonly name: string;
}

export interface Mentions {
  readonly mentions: readonly Mention[];
  /** More were there than are looked at. */
  readonly isCut: boolean;
}

/** One thing that is named, with all places, in code points. */
export interface Entity {
  readonly text: string;
  readonly label: EntityLabel;
  readonly positions: readonly { readonly start: number; readonly end: number }[];
}
