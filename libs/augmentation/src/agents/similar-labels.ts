import { createHash } from 'node:crypto';
import type { LabelOperation } from '@lectern/contracts/understanding';
import type { Embedder } from '@lectern/models';
import { cosine } from '@lectern/ranking';
import { LRUCache } from 'lru-cache';
import { type Found, foundNothing } from './agent-findings';
import { type AgentText, CodePointText } from './agent-text';

/** Characters of a text used for comparison; embedding models read no more. */
const CHARS_MAX = 2_000;
const PARAGRAPHS_PER_CALL = 500;

/** Labels texts without a generative model. */
export interface LabelsBySimilarity {
  readonly embedder: Embedder;
  readonly signal: AbortSignal;
  /** Told of the texts that the model has read. */
  readonly count?: (texts: readonly string[], embedder: Embedder) => void;
}

/**
 * Assigns labels whose meaning, description or example is close to the text: the closest one, or all that reach the
 * minimum similarity of a search result. A whole text is compared by its beginning.
 */
export async function similarLabels(
  operation: LabelOperation,
  { text, paragraphs }: AgentText,
  { on, ...by }: LabelsBySimilarity & { readonly on: 'paragraphs' | 'text' },
): Promise<Found> {
  const labels = await embeddedLabels(operation, by);
  if (labels.length === 0) return foundNothing;
  const give = (vector: Float32Array) =>
    closest(operation, labels, { vector, min: by.embedder.description.defaultMinScore }).map((label) => ({
      labelset: operation.ident,
      label,
    }));
  if (on === 'text') {
    const [vector] = await embedded([text.slice(0, CHARS_MAX)], 'passage', by);
    return { ...foundNothing, classifications: vector ? give(vector) : [] };
  }
  const points = new CodePointText(text);
  const found: Found['paragraphs'][number][] = [];
  for (let at = 0; at < paragraphs.length; at += PARAGRAPHS_PER_CALL) {
    const some = paragraphs.slice(at, at + PARAGRAPHS_PER_CALL);
    const texts = some.map(({ start, end }) => points.slice(start, end).slice(0, CHARS_MAX));
    const vectors = await embedded(texts, 'passage', by);
    found.push(
      ...some.flatMap(({ key }, i) => {
        const vector = vectors[i];
        const classifications = vector ? give(vector) : [];
        return classifications.length > 0 ? [{ key, classifications }] : [];
      }),
    );
  }
  return { ...foundNothing, paragraphs: found };
}

async function embedded(
  texts: readonly string[],
  purpose: 'query' | 'passage',
  { embedder, signal, count }: LabelsBySimilarity,
): Promise<readonly Float32Array[]> {
  const vectors = await embedder.embed(texts, purpose, { signal });
  count?.(texts, embedder);
  return vectors;
}

interface EmbeddedLabel {
  readonly label: string;
  readonly vector: Float32Array;
}

/** Vectors of the labels of the last operations: the same for each field that an agent reads. */
const known = new WeakMap<Embedder, LRUCache<string, Promise<readonly EmbeddedLabel[]>>>();
const OPERATIONS_MAX = 8;

function embeddedLabels({ labels }: LabelOperation, by: LabelsBySimilarity): Promise<readonly EmbeddedLabel[]> {
  const cache = known.get(by.embedder) ?? new LRUCache({ max: OPERATIONS_MAX });
  known.set(by.embedder, cache);
  const key = createHash('sha256').update(JSON.stringify(labels)).digest('base64');
  const found = cache.get(key) ?? embeddedOnce(labels, by);
  cache.set(key, found);
  return found.catch((error: unknown) => {
    cache.delete(key);
    // The run that began it was stopped, this one was not.
    if (by.signal.aborted) throw error;
    return embeddedOnce(labels, by);
  });
}

async function embeddedOnce(
  labels: LabelOperation['labels'],
  by: LabelsBySimilarity,
): Promise<readonly EmbeddedLabel[]> {
  const texts = labels.flatMap(({ label, description, examples }) =>
    [description ? `${label}: ${description}` : label, ...examples].map((text) => ({ label, text })),
  );
  const vectors = await embedded(
    texts.map(({ text }) => text.slice(0, CHARS_MAX)),
    'query',
    by,
  );
  return texts.flatMap(({ label }, i) => {
    const vector = vectors[i];
    return vector ? [{ label, vector }] : [];
  });
}

function closest(
  { multiple }: LabelOperation,
  labels: readonly EmbeddedLabel[],
  { vector, min }: { readonly vector: Float32Array; readonly min: number },
): readonly string[] {
  const scored = labels
    .map((one) => ({ label: one.label, score: cosine(one.vector, vector) }))
    .filter(({ score }) => score >= min)
    .sort((a, b) => b.score - a.score);
  const distinct = [...new Set(scored.map(({ label }) => label))];
  return multiple ? distinct : distinct.slice(0, 1);
}
