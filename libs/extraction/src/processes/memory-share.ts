/** Memory of every process that reads something: code, the heap of a small file. */
export const SMALL_MB = 160;
/** Code, buffers and stacks besides the heap. */
export const OVERHEAD_MB = 256;
/** A process that has more after its job is ended: it would keep it. */
export const KEPT_MB = 384;

/** Memory of all processes together unless it is set: one that takes all it may, and small ones beside it. */
export function sharedMb({ memoryMb, processes }: { readonly memoryMb: number; readonly processes: number }): number {
  return memoryMb + OVERHEAD_MB + processes * SMALL_MB;
}

/**
 * Which of the processes at work has to give way, given what they take, the earliest first: the largest, but never the
 * earliest, so that one of them always gets to its end.
 */
export function givesWay<T>(
  atWork: readonly (readonly [process: T, mb: number])[],
  sharedMbMax: number,
): T | undefined {
  const sum = atWork.reduce((total, [, mb]) => total + mb, 0);
  if (sum <= sharedMbMax) return undefined;
  const [, ...later] = atWork;
  return later.toSorted(([, one], [, other]) => other - one)[0]?.[0];
}
