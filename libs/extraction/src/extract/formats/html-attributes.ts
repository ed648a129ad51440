/** Attributes of a tag; names in lower case. */
export type Attributes = Readonly<Record<string, string | undefined>>;
