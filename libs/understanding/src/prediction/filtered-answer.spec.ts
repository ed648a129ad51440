import type { GenerationChunk } from '@lectern/models';
import { filteredAsFailed } from './filtered-answer';

type Finish = Extract<GenerationChunk, { type: 'meta' }>['finish'];

async function* generation(finish: Finish): AsyncGenerator<GenerationChunk> {
  yield { type: 'text', text: 'So' };
  yield { type: 'meta', inputTokens: 1, outputTokens: 1, firstChunkS: 0, totalS: 0, finish };
  yield { type: 'status', code: '0' };
}

async function endOf(finish: Finish) {
  const chunks: GenerationChunk[] = [];
  for await (const chunk of filteredAsFailed(generation(finish))) chunks.push(chunk);
  return chunks;
}

describe('an answer that the filter of the provider stopped', () => {
  it('has failed, with all that was written before', async () => {
    const chunks = await endOf('content_filter');
    expect(chunks.map(({ type }) => type)).toEqual(['text', 'meta', 'status']);
    expect(chunks.at(-1)).toEqual({ type: 'status', code: '-1' });
  });

  it.each(['stop', 'length'] as const)('is not one that ends with %s', async (finish) => {
    expect((await endOf(finish)).at(-1)).toEqual({ type: 'status', code: '0' });
  });
});
