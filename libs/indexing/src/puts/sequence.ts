import { type AnySequence, pagesOf, type Sequence } from '@lectern/contracts/core';

/** Maps each item during iteration. */
export function mapped<I, O>(items: readonly I[], make: (item: I, index: number) => O): Sequence<O> {
  function* made(): Generator<O> {
    for (const [index, item] of items.entries()) yield make(item, index);
  }
  return { length: items.length, [Symbol.iterator]: made };
}

/** Concatenates sequences. */
export function concatenated<T>(parts: readonly Sequence<T>[]): Sequence<T> {
  function* all(): Generator<T> {
    for (const part of parts) yield* part;
  }
  return { length: totalLength(parts), [Symbol.iterator]: all };
}

/** The same when some of them are paged. */
export function paged<T>(parts: readonly AnySequence<T>[]): AnySequence<T> {
  async function* all(): AsyncGenerator<Iterable<T>> {
    for (const part of parts) for await (const page of pagesOf(part)) yield page;
  }
  return { length: totalLength(parts), pages: all };
}

function totalLength(parts: readonly { readonly length: number }[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}
