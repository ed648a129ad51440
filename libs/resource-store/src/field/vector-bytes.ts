/** Concatenated vectors as little-endian 32-bit floats, the byte order of every platform that Lectern runs on. */
export function bytesOf(vectors: readonly Float32Array[]): Buffer {
  return Buffer.concat(
    vectors.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
}

/** The floats in `bytes`; copied only if unaligned, because database drivers do not guarantee alignment. */
export function floatsOf(bytes: Buffer): Float32Array {
  const { buffer, byteOffset, byteLength } = bytes;
  const size = Float32Array.BYTES_PER_ELEMENT;
  if (byteOffset % size === 0) return new Float32Array(buffer, byteOffset, byteLength / size);
  const copy = new Uint8Array(bytes);
  return new Float32Array(copy.buffer, 0, byteLength / size);
}
