/**
 * Runs work one at a time. Those who want it while it runs share the next run, which sees all that they did before.
 *
 * @returns settles with a run that began after the call; fails as that run does
 */
export function inNextRound(work: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= last
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        last = work();
        return last;
      });
    return next;
  };
}
