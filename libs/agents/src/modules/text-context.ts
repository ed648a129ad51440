import type { FrameChunk } from '@lectern/contracts/agents';

/** A text that belongs to no document, as a chunk. */
export function textContext({
  id,
  text,
  title,
  url,
}: {
  readonly id: string;
  readonly text: string;
  readonly title?: string;
  /** Where it comes from. */
  readonly url?: string;
}): FrameChunk {
  return {
    chunk_id: id,
    title: title ?? null,
    source: null,
    text,
    labels: [],
    url: url === undefined ? [] : [url],
    metadata: null,
    action: null,
    origin_url: url ?? null,
    origin_agent: null,
  };
}
