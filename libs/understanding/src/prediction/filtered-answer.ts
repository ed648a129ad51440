import type { GenerationChunk } from '@lectern/models';

/** The values of a generation; if the provider's filter stopped it, it counts as failed. */
export async function* filteredAsFailed(generation: AsyncIterable<GenerationChunk>): AsyncGenerator<GenerationChunk> {
  let isFiltered = false;
  for await (const chunk of generation) {
    if (chunk.type === 'meta') isFiltered = chunk.finish === 'content_filter';
    yield chunk.type === 'status' && isFiltered ? { ...chunk, code: '-1' } : chunk;
  }
}
