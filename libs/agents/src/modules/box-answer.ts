import type { FrameChunk } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import type {
  AskItem,
  AugmentedBlock,
  AugmentedContext,
  FindParagraph,
  FindResource,
  FindResults,
} from '@lectern/contracts/search';
import type { BoxQuestion, BoxSource } from '../engine/module-sources';
import type { SvcTokens } from '../engine/module-models';
import type { FoundContext } from '../engine/module-run';

/** What strategies added to a context, besides the paragraphs that were found. */
const ADDED_MAX = 200;
/** Of resources: the addresses of documents, too, for citations. */
export const SHOWN = ['basic', 'origin'] as const;

/** Where texts come from. */
type AnsweringBox = Pick<BoxSource, 'identifier' | 'kbid'>;

interface Received {
  text: string;
  object?: object;
  isAnswered: boolean;
  results?: FindResults;
  best: readonly string[];
  cited: readonly string[];
  augmented?: AugmentedContext;
}

/**
 * Asks a box, and returns the paragraphs that its answer was made from; nothing where the box has no answer. Without
 * `generate_answer`, the paragraphs that were found.
 *
 * @param tokens to which those of the ask are added
 */
export async function foundInBox(
  box: BoxSource,
  request: BoxQuestion,
  tokens: SvcTokens,
): Promise<FoundContext | undefined> {
  const received: Received = { text: '', isAnswered: false, best: [], cited: [] };
  for await (const item of box.ask({ citations: true, show: [...SHOWN], ...request })) note(item, received, tokens);
  const { results, best, augmented, object, isAnswered, cited } = received;
  const chunks = results ? [...paragraphChunks(results, best, box), ...added(augmented, results, box)] : [];
  const isAsked = request.generate_answer !== false;
  if (chunks.length === 0 || (isAsked && !isAnswered)) return undefined;
  const source = { source: box.identifier, chunks };
  if (!isAsked) return source;
  const text = object ? JSON.stringify(object) : received.text;
  return {
    ...source,
    ...(object && { json_objects: [object] }),
    summary: text,
    citations: cited,
    answer: { answer: text, citations: cited, chunks },
  };
}

function note(item: AskItem, received: Received, tokens: SvcTokens): void {
  if (item.type === 'answer') received.text += item.text;
  else if (item.type === 'answer_json') received.object = item.object;
  else if (item.type === 'citations') received.cited = Object.keys(item.citations);
  else if (item.type === 'augmented_context') received.augmented = item.augmented;
  else if (item.type === 'retrieval') {
    received.results = item.results;
    received.best = item.best_matches.map(({ id }) => id);
  } else if (item.type === 'metadata') {
    tokens.input += item.tokens.input_svc ?? 0;
    tokens.output += item.tokens.output_svc ?? 0;
  } else if (item.type === 'error') throw new AppError('provider_failed', item.error);
  else if (item.type === 'status') {
    if (item.status === 'error') throw new AppError('provider_failed', item.details ?? 'The model failed');
    received.isAnswered = item.status === 'success';
  }
}

/** Paragraphs that the model was given, best first. */
export function paragraphChunks(
  { resources }: Pick<FindResults, 'resources'>,
  best: readonly string[],
  box: AnsweringBox,
): readonly FrameChunk[] {
  const places = Object.values(resources).flatMap((resource) =>
    Object.values(resource.fields).flatMap(({ paragraphs }) =>
      Object.values(paragraphs).map((paragraph) => [paragraph.id, chunkOf(paragraph, resource, box)] as const),
    ),
  );
  const chunks = new Map(places);
  return best.flatMap((id) => chunks.get(id) ?? []);
}

function chunkOf({ id, text, labels, position }: FindParagraph, resource: FindResource, box: AnsweringBox): FrameChunk {
  return {
    ...ofResource(resource, box.identifier),
    chunk_id: id,
    text,
    labels,
    metadata: { page_number: position.page_number, ...nameOf(box) },
  };
}

/** For links to its documents, which only those can follow who may read them. */
function nameOf({ kbid }: AnsweringBox): object {
  return { ...(kbid !== undefined && { kbid }) };
}

/** Neighbours, whole fields and the like. Texts that were found are there already. */
function added(
  augmented: AugmentedContext | undefined,
  { resources }: FindResults,
  box: AnsweringBox,
): readonly FrameChunk[] {
  const blocks: readonly AugmentedBlock[] = Object.values({ ...augmented?.paragraphs, ...augmented?.fields });
  const found = new Set(
    Object.values(resources).flatMap(({ fields }) =>
      Object.values(fields).flatMap(({ paragraphs }) => Object.keys(paragraphs)),
    ),
  );
  return blocks
    .filter(({ id }) => !found.has(id))
    .slice(0, ADDED_MAX)
    .map(({ id, text, augmentation_type: how, parent }) => ({
      ...ofResource(resources[id.split('/')[0] ?? ''], box.identifier),
      chunk_id: id,
      text,
      labels: [],
      metadata: { augmentation_type: how, ...(parent !== undefined && { parent }), ...nameOf(box) },
    }));
}

function ofResource(
  resource: FindResource | undefined,
  source: string,
): Omit<FrameChunk, 'chunk_id' | 'text' | 'labels'> {
  const address = resource?.origin?.url ?? null;
  return {
    title: resource?.title ?? null,
    source,
    url: address === null ? [] : [address],
    metadata: null,
    action: null,
    origin_url: address,
    origin_agent: null,
  };
}
