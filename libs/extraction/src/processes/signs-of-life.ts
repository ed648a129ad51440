import type { ProcessingValue } from '@lectern/contracts/understanding';

/** Shorter than any deadline between two values of a stream. */
const SIGN_EVERY_MS = 10_000;

/** Says now and then that a field is not forgotten, for as long as something takes. */
export async function* whileWaiting<T>(work: Promise<T>): AsyncGenerator<ProcessingValue, T> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  const ended = work.then(over, over);
  for (;;) {
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([ended, new Promise((later) => (timer = setTimeout(later, SIGN_EVERY_MS).unref()))]);
    clearTimeout(timer);
    if (isOver) return work;
    yield { alive: true };
  }
}

/** The same for the time between two values. */
export async function* withSigns<T extends ProcessingValue>(
  values: AsyncIterable<T>,
): AsyncGenerator<T | ProcessingValue> {
  const iterator = values[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = yield* whileWaiting(iterator.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Not waited for: it cannot end before the producer of the values has.
    void iterator.return?.();
  }
}
