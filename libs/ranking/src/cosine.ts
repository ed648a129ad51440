/** Cosine similarity of vectors of unit length; 0 where one is missing. */
export function cosine(one: Float32Array | undefined, other: Float32Array | undefined): number {
  return one && other ? one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0) : 0;
}
