/** Vectors side by side as little-endian 32-bit floats, the byte order of every platform that Lectern runs on. */
export function bytesOf(vectors: readonly Float32Array[]): Buffer {
  return Buffer.concat(
    vectors.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
}

/** The floats of `bytes`, copied because a database driver's buffers need not be aligned. */
export function floatsOf(bytes: Buffer): Float32Array {
  const copy = new Uint8Array(bytes);
  return new Float32Array(copy.buffer, 0, copy.byteLength / Float32Array.BYTES_PER_ELEMENT);
}
