/** A text of a document that is read while the document is written, part by part. */
export class LongText {
  constructor(readonly read: () => AsyncIterable<string>) {}
}

/** A list of which some items are read at a time. */
export class LongList<T> {
  constructor(readonly read: () => AsyncIterable<readonly T[]>) {}
}

/** An object of which some members are read at a time; no name comes twice. */
export class LongObject<T> {
  constructor(readonly read: () => AsyncIterable<Readonly<Record<string, T>>>) {}
}

/** A JSON document of type `T`, of which texts, lists and objects may still have to be read. */
export type Long<T> = T extends string
  ? T | LongText
  : T extends readonly (infer I)[]
    ? T | LongList<I>
    : T extends object
      ? { readonly [K in keyof T]: Long<T[K]> } | LongObject<Long<T[keyof T]>>
      : T;
