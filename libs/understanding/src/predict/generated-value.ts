import type { GeneratedValue } from '@lectern/contracts/understanding';
import type { GenerationChunk } from '@lectern/models';

/** A chunk as it goes over the bus; answers from context call no tools. @param model that answers */
export function generatedValue(chunk: GenerationChunk, model: string): GeneratedValue | undefined {
  if (chunk.type === 'tool_call') return undefined;
  return chunk.type === 'meta' ? { ...chunk, model } : chunk;
}
