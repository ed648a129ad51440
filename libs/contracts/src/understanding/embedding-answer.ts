import { consumptionOf } from '../core/consumption';
import type { HttpAnswer } from '../core/http-binding';
import type { EmbeddingList, PredictedEmbeddings } from './embeddings/embeddings.dto';
import { originHeaders } from '../prediction/prediction-answer';

const BYTES_PER_NUMBER = 4;

/** A vector as it travels: the bytes of 32-bit floats, little-endian, in base64. */
export function encodedVector(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * BYTES_PER_NUMBER);
  vector.forEach((value, index) => bytes.writeFloatLE(value, index * BYTES_PER_NUMBER));
  return bytes.toString('base64');
}

/** Vectors as clients of the OpenAI API read them. */
export function embeddingList({ origin, ...predicted }: PredictedEmbeddings): HttpAnswer {
  const { model, vectors, format, tokens, showsConsumption } = predicted;
  const body: EmbeddingList = {
    object: 'list',
    data: vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: format === 'base64' ? vector : decodedVector(vector),
    })),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
    ...(showsConsumption && { consumption: consumptionOf({ input: tokens, output: 0 }) }),
  };
  return { headers: originHeaders(origin), body };
}

function decodedVector(encoded: string): number[] {
  const bytes = Buffer.from(encoded, 'base64');
  return Array.from({ length: bytes.length / BYTES_PER_NUMBER }, (_, index) =>
    bytes.readFloatLE(index * BYTES_PER_NUMBER),
  );
}
