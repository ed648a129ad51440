import { endianness } from 'node:os';
import type { EmbeddingData, EmbeddingsRequest } from '@lectern/contracts/understanding';

/** Vectors as clients read them: numbers, or the bytes of little-endian 32-bit floats in base64. */
export function embeddingData(
  vectors: readonly Float32Array[],
  format: EmbeddingsRequest['encoding_format'],
): EmbeddingData[] {
  return vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: format === 'base64' ? bytesOf(vector).toString('base64') : [...vector],
  }));
}

function bytesOf(vector: Float32Array): Buffer {
  const bytes = Buffer.from(vector.buffer.slice(vector.byteOffset, vector.byteOffset + vector.byteLength));
  return endianness() === 'LE' ? bytes : bytes.swap32();
}
