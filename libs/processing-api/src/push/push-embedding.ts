import type { Embedder } from '@lectern/models';
import { callsOf, embeddedTexts } from '@lectern/intake';
import type { PushPayload } from '@lectern/contracts/understanding';
import { asUuid } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { PredictionModels } from '@lectern/understanding';
import type { FoundPiece } from './field-finding';

/** Limits per model call, so that other callers get their turn. */
const CALL = { textsMax: 64, charsMax: 256 * 1024 };

interface Run {
  readonly title: string;
  readonly signal: AbortSignal;
  readonly alive: () => void;
}

/** The vectors of all paragraphs by one model. */
export interface EmbeddedPiece {
  readonly ident?: string;
  readonly vectors: readonly Float32Array[];
}

/** Embeds the paragraphs of pushes. */
@Injectable()
export class PushEmbedding {
  constructor(private readonly models: PredictionModels) {}

  /** The models of a push: those it names, or those its knowledge box has chosen. @throws AppError `unavailable` */
  async modelsOf({ learning_config, kbid }: PushPayload, account: string): Promise<readonly Embedder[]> {
    const box = kbid ? { account, kbid: asUuid(kbid) ?? kbid } : undefined;
    return this.models.chosenEmbedders(learning_config?.semantic_models, box);
  }

  /** @throws AppError of the model */
  async embed(pieces: readonly FoundPiece[], embedder: Embedder, run: Run): Promise<readonly EmbeddedPiece[]> {
    const texts = pieces.map(({ text, paragraphs }) =>
      embeddedTexts(run.title, {
        text,
        first: 0,
        starts: paragraphs.map(({ start }) => start),
        ends: paragraphs.map(({ end }) => end),
      }),
    );
    const vectors: Float32Array[] = [];
    for (const call of callsOf(texts.flat(), CALL)) {
      vectors.push(...(await embedder.embed(call, 'passage', { signal: run.signal })));
      run.alive();
    }
    let from = 0;
    return pieces.map(({ ident, paragraphs }) => {
      const own = vectors.slice(from, from + paragraphs.length);
      from += paragraphs.length;
      return { ident, vectors: own };
    });
  }
}
