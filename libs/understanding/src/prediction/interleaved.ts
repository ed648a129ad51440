/**
 * Merges the values of several streams as they arrive. An error in one stream ends all of them, as does leaving the
 * loop.
 */
export async function* interleaved<T>(streams: readonly AsyncGenerator<T>[]): AsyncGenerator<T> {
  const next = async (stream: AsyncGenerator<T>) => ({ stream, result: await stream.next() });
  const waiting = new Map(streams.map((stream) => [stream, next(stream)]));
  try {
    while (waiting.size > 0) {
      const { stream, result } = await Promise.race(waiting.values());
      if (result.done) waiting.delete(stream);
      else {
        waiting.set(stream, next(stream));
        yield result.value;
      }
    }
  } finally {
    for (const pending of waiting.values()) pending.catch(() => undefined);
    // Not awaited, because a stream that waits for its next value only returns once that has arrived or was cancelled.
    void Promise.allSettled(streams.map((stream) => stream.return(undefined)));
  }
}
