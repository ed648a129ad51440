/** What a tag says of itself; names in lower case. */
export type Attributes = Readonly<Record<string, string | undefined>>;
