import { consumptionOf } from '@lectern/contracts/core';
import type { CalledTool, ChatChunk } from '@lectern/contracts/understanding';
import type { GenerationChunk } from '@lectern/models';
import { filteredAsFailed } from './filtered-answer';

export interface ChunkOptions {
  readonly showsReasoning: boolean;
  readonly showsConsumption: boolean;
  /** Whether the model is called with a key of the knowledge box. */
  readonly customerKey?: boolean;
}

type Meta = Extract<GenerationChunk, { type: 'meta' }>;

/** Output of a model as chunks in the order of the interface; function calls are collected into one chunk. */
export async function* chatChunks(
  generation: AsyncIterable<GenerationChunk>,
  options: ChunkOptions,
): AsyncGenerator<ChatChunk> {
  const tools = new Map<string, CalledTool[]>();
  for await (const chunk of filteredAsFailed(generation)) {
    if (chunk.type === 'tool_call') {
      const { id, name } = chunk;
      tools.set(name, [...(tools.get(name) ?? []), { id, function: { name, arguments: chunk.arguments } }]);
    } else if (chunk.type === 'meta') {
      if (tools.size > 0) yield { type: 'tools', tools: Object.fromEntries(tools) };
      yield* ofMeta(chunk, options);
    } else if (chunk.type !== 'probabilities' && (chunk.type !== 'reasoning' || options.showsReasoning)) {
      yield plainChunk(chunk);
    }
  }
}

function plainChunk(chunk: Exclude<GenerationChunk, Meta | { type: 'tool_call' | 'probabilities' }>): ChatChunk {
  if (chunk.type === 'footnote_citations')
    return { type: chunk.type, footnote_to_context: chunk.footnoteToContext, sentences: chunk.sentences };
  if (chunk.type === 'image') return { type: chunk.type, content_type: chunk.contentType, b64encoded: chunk.base64 };
  if (chunk.type === 'status') return { type: chunk.type, code: chunk.code, details: chunk.details ?? null };
  return chunk;
}

function* ofMeta({ inputTokens: input, outputTokens: output, totalS, firstChunkS }: Meta, options: ChunkOptions) {
  const consumption = consumptionOf({ input, output, customerKey: options.customerKey });
  const { normalized_tokens: normalised } = consumption;
  yield {
    type: 'meta' as const,
    input_tokens: input,
    output_tokens: output,
    timings: { generative: totalS, generative_first_chunk: firstChunkS },
    input_svc_tokens: normalised.input,
    output_svc_tokens: normalised.output,
  };
  if (options.showsConsumption) yield { type: 'consumption' as const, ...consumption };
}
