/** A text that is read in parts while the document is written. */
export class LongText {
  constructor(readonly read: () => AsyncIterable<string>) {}
}

/** A list that is read a few items at a time. */
export class LongList<T> {
  constructor(readonly read: () => AsyncIterable<readonly T[]>) {}
}

/** An object that is read a few members at a time; names are unique. */
export class LongObject<T> {
  constructor(readonly read: () => AsyncIterable<Readonly<Record<string, T>>>) {}
}

/** A JSON document of type `T` in which texts, lists and objects may be read lazily. */
export type Long<T> = T extends string
  ? T | LongText
  : T extends readonly (infer I)[]
    ? T | LongList<I>
    : T extends object
      ? { readonly [K in keyof T]: Long<T[K]> } | LongObject<Long<T[keyof T]>>
      : T;
