import type { FrameChunk } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import type { AskItem, AskRequest, FindParagraph, FindResource, FindResults } from '@lectern/contracts/search';
import type { BoxSource } from '../engine/module-sources';
import type { SvcTokens } from '../engine/module-models';
import type { FoundContext } from '../engine/module-run';

/**
 * Asks a box, and returns the paragraphs that its answer was made from; nothing where the box has no answer.
 *
 * @param tokens to which those of the ask are added
 */
export async function foundInBox(
  box: BoxSource,
  request: Partial<AskRequest> & Pick<AskRequest, 'query'>,
  tokens: SvcTokens,
): Promise<FoundContext | undefined> {
  const answer = { text: '', isAnswered: false };
  let results: FindResults | undefined;
  let best: readonly string[] = [];
  let cited: readonly string[] = [];
  for await (const item of box.ask({ citations: true, ...request })) {
    if (item.type === 'answer') answer.text += item.text;
    else if (item.type === 'retrieval') [results, best] = [item.results, item.best_matches.map(({ id }) => id)];
    else if (item.type === 'citations') cited = Object.keys(item.citations);
    else note(item, { tokens, answer });
  }
  const chunks = results ? chunksOf(results, best, box.identifier) : [];
  if (!answer.isAnswered || chunks.length === 0) return undefined;
  return {
    source: box.identifier,
    chunks,
    summary: answer.text,
    citations: cited,
    answer: { answer: answer.text, citations: cited, chunks },
  };
}

function note(item: AskItem, { tokens, answer }: { tokens: SvcTokens; answer: { isAnswered: boolean } }): void {
  if (item.type === 'metadata') {
    tokens.input += item.tokens.input_svc ?? 0;
    tokens.output += item.tokens.output_svc ?? 0;
  }
  if (item.type === 'error') throw new AppError('provider_failed', item.error);
  if (item.type !== 'status') return;
  answer.isAnswered = item.status === 'success';
  if (item.status === 'error') throw new AppError('provider_failed', item.details ?? 'The model failed');
}

/** Paragraphs that the model was given, best first. */
function chunksOf({ resources }: FindResults, best: readonly string[], source: string): readonly FrameChunk[] {
  const places = Object.values(resources).flatMap((resource) =>
    Object.values(resource.fields).flatMap(({ paragraphs }) =>
      Object.values(paragraphs).map((paragraph) => [paragraph.id, chunkOf(paragraph, resource, source)] as const),
    ),
  );
  const chunks = new Map(places);
  return best.flatMap((id) => chunks.get(id) ?? []);
}

function chunkOf({ id, text, labels, position }: FindParagraph, resource: FindResource, source: string): FrameChunk {
  const address = resource.origin?.url ?? null;
  return {
    chunk_id: id,
    title: resource.title ?? null,
    source,
    text,
    labels,
    url: address === null ? [] : [address],
    metadata: { page_number: position.page_number },
    action: null,
    origin_url: address,
    origin_agent: null,
  };
}
