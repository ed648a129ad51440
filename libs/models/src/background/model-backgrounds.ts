import type { Embedder, EmbedderDescription } from '../embedder';
import { backgroundTexts } from './background-texts';

/** The similarity that a model finds between a text and unrelated ones. */
export interface Background {
  readonly mean: number;
  /** Standard deviation. */
  readonly deviation: number;
}

const EVERY_LANGUAGE = '*';

/** Measures the background of models that cost nothing but time: once each, in the languages that they speak. */
export class ModelBackgrounds {
  private readonly measured = new Map<string, readonly Float32Array[]>();
  private readonly running = new Map<string, Promise<void>>();

  /** Measures it unless that has been done. @throws AppError as the model does; the next call tries again */
  measure(embedder: Embedder, { signal }: { readonly signal?: AbortSignal } = {}): Promise<void> {
    const { id } = embedder.description;
    if (!embedder.isLocal || this.measured.has(id)) return Promise.resolve();
    const known = this.running.get(id);
    if (known) return known;
    const running = this.embed(embedder, signal).finally(() => this.running.delete(id));
    this.running.set(id, running);
    return running;
  }

  /**
   * The background of the vector of a text. Undefined for models that have not been measured yet: callers do not wait.
   */
  of(embedder: Embedder, vector: Float32Array): Background | undefined {
    const others = this.measured.get(embedder.description.id);
    if (others) return backgroundOf(others.map((other) => dot(vector, other)));
    this.measure(embedder).catch(() => undefined);
    return undefined;
  }

  private async embed(embedder: Embedder, signal: AbortSignal | undefined): Promise<void> {
    const texts = backgroundTextsOf(embedder.description);
    this.measured.set(embedder.description.id, await embedder.embed(texts, 'passage', { signal }));
  }
}

/** Texts that have nothing to do with each other, in the languages that a model speaks. */
export function backgroundTextsOf({ languages }: Pick<EmbedderDescription, 'languages'>): readonly string[] {
  const isSpoken = (language: string) => languages.includes(EVERY_LANGUAGE) || languages.includes(language);
  return Object.entries(backgroundTexts).flatMap(([language, own]) => (isSpoken(language) ? own : []));
}

/** Undefined when there are too few similarities. */
export function backgroundOf(similarities: readonly number[]): Background | undefined {
  if (similarities.length < 2) return undefined;
  const mean = similarities.reduce((sum, one) => sum + one, 0) / similarities.length;
  const squares = similarities.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / (similarities.length - 1)) };
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
