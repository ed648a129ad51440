import type { Embedder } from '../embedder';
import { backgroundTexts } from './background-texts';

/** How alike a model finds a text and others that have nothing to do with it. */
export interface Background {
  readonly mean: number;
  /** Standard deviation. */
  readonly deviation: number;
}

const EVERY_LANGUAGE = '*';

/** Measures the background of models whose use costs nothing but time: once each, in the languages that they speak. */
export class ModelBackgrounds {
  private readonly measured = new Map<string, Promise<readonly Float32Array[]>>();

  /** @throws AppError as the model does; the next call tries again */
  async measure(embedder: Embedder, { signal }: { readonly signal?: AbortSignal } = {}): Promise<void> {
    if (embedder.isLocal) await this.vectorsOf(embedder, signal);
  }

  /**
   * Of what the model made of a text. Undefined for models that are not measured.
   *
   * @throws AppError as `measure`
   */
  async of(embedder: Embedder, vector: Float32Array): Promise<Background | undefined> {
    if (!embedder.isLocal) return undefined;
    return backgroundOf((await this.vectorsOf(embedder)).map((other) => dot(vector, other)));
  }

  private vectorsOf(embedder: Embedder, signal?: AbortSignal): Promise<readonly Float32Array[]> {
    const { id, languages } = embedder.description;
    const known = this.measured.get(id);
    if (known) return known;
    const spoken = Object.entries(backgroundTexts).filter(
      ([language]) => languages.includes(EVERY_LANGUAGE) || languages.includes(language),
    );
    const measured = embedder.embed(
      spoken.flatMap(([, texts]) => texts),
      'passage',
      { signal },
    );
    this.measured.set(id, measured);
    measured.catch(() => this.measured.delete(id));
    return measured;
  }
}

/** Undefined for so few similarities that nothing follows from them. */
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
