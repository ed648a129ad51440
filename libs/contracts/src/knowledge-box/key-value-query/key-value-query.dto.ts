/** The operand for a value of a key-value field; a text is read as a date where the key is a date. */
export type KeyValueOperand = string | number | boolean;

interface NamedKey {
  /** Id of the schema, which is that of the field. */
  readonly schema: string;
  /** Key of the schema. */
  readonly key: string;
}

/** A condition on one key of the key-value field of a resource. */
export type KeyValueLeaf =
  /** Its value is this one. */
  | (NamedKey & { readonly eq: KeyValueOperand })
  /** Its value is between these, both inclusive; at least one is given. */
  | (NamedKey & { readonly gte?: number | string; readonly lte?: number | string })
  /** Its range has this value in it, or its list this text. */
  | (NamedKey & { readonly contains: number | string });

/** Conditions on the key-value fields of a resource, as one tree. */
export type KeyValueQuery =
  | { readonly all: readonly KeyValueQuery[] }
  | { readonly any: readonly KeyValueQuery[] }
  | { readonly not: KeyValueQuery }
  | KeyValueLeaf;

/** Resources that one condition on key-value fields may keep. */
export const KEY_VALUE_RESOURCES_MAX = 10_000;

/** A condition on key-value fields of a box. */
export class KeyValueSearch {
  /** Id of the knowledge box. */
  kbid!: string;
  /** The conditions. */
  query!: KeyValueQuery;
}

/** Resources whose key-value fields say what they must. */
export class KeyValueMatches {
  /** Their ids, at most `KEY_VALUE_RESOURCES_MAX`, also of those that the caller may not see. */
  rids!: readonly string[];
}
