/**
 * Waits for the first value of a stream, so that what fails before it fails here, and gives the stream with that value.
 * Whoever does not read it to its end must leave its loop, which ends the stream.
 */
export async function begun<T>(values: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const iterator = values[Symbol.asyncIterator]();
  return continued(await iterator.next(), iterator);
}

async function* continued<T>(first: IteratorResult<T>, iterator: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    for (let result = first; !result.done; result = await iterator.next()) yield result.value;
  } finally {
    await iterator.return?.();
  }
}
