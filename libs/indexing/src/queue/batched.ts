import DataLoader from 'dataloader';

export interface BatchOptions {
  /** Maximum items per batch. */
  readonly max: number;
  /** How long the first item of a batch waits for others. */
  readonly gatherMs: number;
}

/**
 * Combines concurrent calls: items requested at about the same time form one batch, and each caller gets its own
 * result. When a batch fails, its items are retried one by one, so that one bad item fails alone.
 */
export function batched<I, O>(
  work: (items: readonly I[]) => Promise<readonly O[]>,
  { max, gatherMs }: BatchOptions,
): (item: I) => Promise<O> {
  const loader = new DataLoader<I, O>((items) => workOrSplit(items, work), {
    cache: false,
    maxBatchSize: max,
    batchScheduleFn: (start) => setTimeout(start, gatherMs),
  });
  return (item) => loader.load(item);
}

async function workOrSplit<I, O>(
  items: readonly I[],
  work: (items: readonly I[]) => Promise<readonly O[]>,
): Promise<(O | Error)[]> {
  try {
    return [...(await work(items))];
  } catch (error) {
    if (items.length === 1) return [asError(error)];
    const alone: (O | Error)[] = [];
    for (const item of items) alone.push(...(await workOrSplit([item], work)));
    return alone;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
