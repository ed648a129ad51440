/** Values of several streams as they arrive. An error of one ends all of them, as leaving the loop does. */
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
    // Not waited for: a stream that waits for its next value ends only when that has come, or is cancelled.
    void Promise.allSettled(streams.map((stream) => stream.return(undefined)));
  }
}
