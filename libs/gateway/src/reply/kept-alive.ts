/** Takes the place of a value while none comes. */
export const SILENCE = Symbol('silence');

/**
 * Values as they come, and `SILENCE` after each `everyMs` in which none came, where that is given. Ending it early ends
 * the source.
 *
 * @param pending the value that is waited for already
 */
export async function* keptAlive<T>(
  source: AsyncIterator<T>,
  pending: Promise<IteratorResult<T>>,
  everyMs?: number,
): AsyncGenerator<T | typeof SILENCE> {
  let isOver = false;
  try {
    for (let next = pending; ;) {
      const result = await (everyMs === undefined ? next : within(next, everyMs));
      if (result === SILENCE) {
        yield SILENCE;
        continue;
      }
      isOver = result.done === true;
      if (result.done) return;
      yield result.value;
      next = source.next();
    }
  } finally {
    if (!isOver) await source.return?.();
  }
}

/** Result of a promise, or `SILENCE` when that takes longer. It runs once per value: all it makes is a timer. */
export function within<T>(promise: Promise<T>, timeoutMs: number): Promise<T | typeof SILENCE> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(SILENCE), timeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
