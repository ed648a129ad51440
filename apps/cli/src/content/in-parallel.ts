/**
 * Does the work on every item, `concurrency` at once; the next item is taken when one is done, so that items do not
 * gather in memory.
 *
 * @throws the first error, when what was begun has ended; no further items are taken then
 */
export async function inParallel<T>(
  items: AsyncIterable<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  let turn: Promise<unknown> = Promise.resolve();
  let failure: { readonly error: unknown } | undefined;
  const take = (): Promise<IteratorResult<T>> => {
    // One after the other: a generator has one place where it is.
    const next = turn.then(() => (failure ? { done: true as const, value: undefined } : iterator.next()));
    turn = next.catch(() => undefined);
    return next;
  };
  const worker = async () => {
    try {
      for (let next = await take(); !next.done; next = await take()) await work(next.value);
    } catch (error) {
      failure ??= { error };
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  await iterator.return?.();
  if (failure) throw failure.error;
}
