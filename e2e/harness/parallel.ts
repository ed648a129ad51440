/** `work` on every item, at most `connections` at a time; results in the items' order. */
export async function inParallel<T, R>(
  items: readonly T[],
  connections: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < items.length; i = next++) {
      const item = items[i];
      if (item !== undefined) results[i] = await work(item, i);
    }
  };
  await Promise.all(Array.from({ length: Math.min(connections, items.length) }, worker));
  return results;
}
