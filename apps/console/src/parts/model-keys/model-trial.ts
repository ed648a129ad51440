import { proxyPredictChat } from '@lectern/contracts/understanding';
import { api } from '../../api/client';

/** Models that reason do not begin below this. */
const TOKENS_MAX = 16;
const MS_PER_S = 1_000;

/** A model that failed after it had begun to answer. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
}

/**
 * Asks a model one short question with the keys of the box.
 *
 * @returns seconds until the end of the answer
 * @throws ApiError with the words of the server or the provider; ModelFailure
 */
export async function tryModel(kbid: string, generative_model: string): Promise<number> {
  const startMs = performance.now();
  const body = {
    question: 'What pulls the sea?',
    query_context: ['The moon pulls the sea.'],
    generative_model,
    max_tokens: TOKENS_MAX,
  };
  const headers = { accept: 'application/x-ndjson' };
  for await (const { chunk } of api.stream(proxyPredictChat, { params: { kbid }, headers, body })) {
    if (chunk?.type === 'status' && chunk.code === '-1') throw new ModelFailure(chunk.details ?? '');
  }
  return (performance.now() - startMs) / MS_PER_S;
}
