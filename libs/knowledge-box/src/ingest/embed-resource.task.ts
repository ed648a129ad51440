import { Bus } from '@lectern/bus';
import { describeModels, embedResource, embedTexts, type ResourceReference, systemPrincipal } from '@lectern/contracts';
import { Runs, type TaskRun } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { embeddedTexts } from './embedded-texts';
import { IndexWriter } from './index-writer';
import { ResourceLoader } from './resource-loader';
import { VectorStore } from './vector-store';

/** Texts a call: enough for the model's batches, small enough that a stop is not kept waiting. */
const TEXTS_PER_CALL = 64;

/** Embeds the paragraphs that have no vectors yet, and puts the resource into the vector index. Safe to repeat. */
@Injectable()
export class EmbedResourceTask {
  constructor(
    private readonly loader: ResourceLoader,
    private readonly store: VectorStore,
    private readonly indexes: IndexWriter,
    private readonly bus: Bus,
  ) {}

  @Runs(embedResource)
  async run(reference: ResourceReference, { signal }: TaskRun): Promise<void> {
    const content = await this.loader.withExtracted(reference);
    if (!content) return;
    const { embedder } = await this.bus.request(describeModels, {}, { principal: systemPrincipal, signal });
    const missing = await this.store.missing(reference, content.extracted, embedder.id);
    for (const field of missing) {
      const vectors = await this.embed(embeddedTexts(content.resource, field), embedder.id, signal);
      await this.store.put(field, embedder, vectors);
    }
    // Read again: the resource may have changed while the model worked.
    const current = missing.length > 0 ? await this.loader.withExtracted(reference) : content;
    if (current) await this.indexes.putVectors(current);
  }

  private async embed(texts: readonly string[], model: string, signal: AbortSignal): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let i = 0; i < texts.length; i += TEXTS_PER_CALL) {
      const body = { model, texts: texts.slice(i, i + TEXTS_PER_CALL), purpose: 'passage' as const };
      const answer = await this.bus.request(embedTexts, { body }, { principal: systemPrincipal, signal });
      vectors.push(...answer.vectors);
    }
    return vectors;
  }
}
