import type { FrameChunk, FrameContext } from '@lectern/contracts/agents';

/** A chunk for specs of modules. */
export function chunkOf(text: string, more: Partial<FrameChunk> = {}): FrameChunk {
  const unset = { title: null, source: null, metadata: null, action: null, origin_url: null, origin_agent: null };
  return { chunk_id: text, labels: [], url: [], ...unset, text, ...more };
}

/** A context for specs of modules. */
export function contextOfTexts(texts: readonly string[], more: Partial<FrameContext> = {}): FrameContext {
  return {
    id: 'c',
    original_question_uuid: 'q',
    actual_question_uuid: 'q',
    question: 'Where does the ibex climb?',
    chunks: texts.map((text) => chunkOf(text)),
    images: {},
    image_urls: [],
    prompts: [],
    structured: [],
    json_objects: [],
    source: 'kb',
    agent: 'basic_ask',
    agent_id: 'm',
    summary: null,
    title: null,
    missing: null,
    citations: null,
    citations_id: 'c',
    ...more,
  };
}
