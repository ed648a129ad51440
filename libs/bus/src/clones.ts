/** What buses of a process copied or serialised, since it started. */
export interface Clones {
  /** Values and errors. */
  readonly values: number;
  /** What they take on a wire; of copies within a process from below. */
  readonly bytes: number;
}

const soFar = { values: 0, bytes: 0 };

/** By all buses of this process, which is as far as its memory and its CPU go. */
export function clonesSoFar(): Clones {
  return { ...soFar };
}

export function noteClone(bytes: number): void {
  soFar.values += 1;
  soFar.bytes += bytes;
}
