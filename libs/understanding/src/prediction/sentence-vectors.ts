import { consumptionOf } from '@lectern/contracts/core';
import type { GraphVectors, SentenceBatch, SentenceVectors } from '@lectern/contracts/understanding';
import { type Embedder } from '@lectern/models';
import { tokensIn } from '@lectern/language';
import { secondsSince } from './prediction-origin';

/** Waiting queries per call: search uses the same short queue. */
const QUERIES_WAITING_MAX = 32;

/** How vectors are made. */
export interface VectorOptions {
  readonly purpose: 'query' | 'passage';
  readonly showConsumption: boolean;
  readonly signal: AbortSignal;
}

/** Vectors of a text by each of the models; there is at least one model. */
export async function sentenceVectors(
  text: string,
  embedders: readonly Embedder[],
  options: VectorOptions,
): Promise<SentenceVectors> {
  const startedAtMs = performance.now();
  const all = await Promise.all(embedders.map((embedder) => embedded([text], embedder, options)));
  return {
    data: all[0]?.vectors[0] ?? [],
    time: secondsSince(startedAtMs),
    vectors: Object.fromEntries(all.map(({ model, vectors: [vector = []] }) => [model, vector])),
    timings: timingsOf(all),
    consumption: options.showConsumption ? consumedBy(all) : null,
  };
}

/** Vectors of texts by one model. */
export async function sentenceBatch(
  texts: readonly string[],
  embedder: Embedder,
  options: VectorOptions,
): Promise<SentenceBatch> {
  const made = await embedded(texts, embedder, options);
  return {
    vectors: made.vectors,
    time: made.seconds,
    timings: timingsOf([made]),
    consumption: options.showConsumption ? consumedBy([made]) : null,
  };
}

/** Vectors of names by each of the models. */
export async function graphVectors(
  names: readonly string[],
  embedders: readonly Embedder[],
  options: VectorOptions,
): Promise<GraphVectors> {
  const different = [...new Set(names)];
  const all = await Promise.all(embedders.map((embedder) => embedded(different, embedder, options)));
  const byName = (vectors: readonly (readonly number[])[]) =>
    Object.fromEntries(different.map((name, at) => [name, vectors[at] ?? []]));
  return {
    vectors: Object.fromEntries(all.map(({ model, vectors }) => [model, byName(vectors)])),
    timings: timingsOf(all),
    consumption: options.showConsumption ? consumedBy(all) : null,
  };
}

/** Approximate number of tokens that a model reads from the texts. */
export function tokensRead(texts: readonly string[], { description: { tokensMax = Infinity } }: Embedder): number {
  return texts.reduce((sum, text) => sum + Math.min(tokensIn(text), tokensMax), 0);
}

interface Embedded {
  readonly model: string;
  readonly vectors: readonly (readonly number[])[];
  readonly seconds: number;
  readonly tokens: number;
}

async function embedded(
  texts: readonly string[],
  embedder: Embedder,
  { purpose, signal }: VectorOptions,
): Promise<Embedded> {
  const startedAtMs = performance.now();
  const size = purpose === 'query' ? QUERIES_WAITING_MAX : texts.length;
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += size)
    vectors.push(...(await embedder.embed(texts.slice(at, at + size), purpose, { signal })));
  return {
    model: embedder.description.id,
    vectors: vectors.map((vector) => [...vector]),
    seconds: secondsSince(startedAtMs),
    tokens: tokensRead(texts, embedder),
  };
}

function timingsOf(all: readonly Embedded[]): Record<string, number> {
  return Object.fromEntries(all.map(({ model, seconds }) => [model, seconds]));
}

function consumedBy(all: readonly Embedded[]) {
  return consumptionOf({ input: all.reduce((sum, { tokens }) => sum + tokens, 0), output: 0 });
}
