/** Most steps of a run; the next run continues. */
const STEPS_MAX = 1_000;

export interface StepsOptions {
  /** Ends the run between two steps. */
  readonly signal?: AbortSignal;
  /** Called after each step. */
  readonly alive?: () => void;
  readonly stepsMax?: number;
}

/**
 * Repeats a step until it has nothing left to do, or the limit of a run is reached.
 *
 * @param step returns how much it did
 * @returns the sum over all steps
 * @throws the signal's reason, and any error of a step
 */
export async function inSteps(
  step: () => Promise<number>,
  { signal, alive, stepsMax = STEPS_MAX }: StepsOptions = {},
): Promise<number> {
  let total = 0;
  for (let steps = 0; steps < stepsMax; steps += 1) {
    signal?.throwIfAborted();
    const count = await step();
    if (count === 0) break;
    total += count;
    alive?.();
  }
  return total;
}
