/** Copies made, and values serialised, by the buses of a process since its start. */
export interface Clones {
  /** Values and errors. */
  readonly values: number;
  /** Their size on a wire; a lower bound for copies within a process. */
  readonly bytes: number;
}

const soFar = { values: 0, bytes: 0 };

/** Total of all buses of this process, because they share its memory and CPU. */
export function clonesSoFar(): Clones {
  return { ...soFar };
}

export function noteClone(bytes: number): void {
  soFar.values += 1;
  soFar.bytes += bytes;
}
