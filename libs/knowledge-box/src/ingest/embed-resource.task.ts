import { Bus } from '@lectern/bus';
import { describeModels, embedResource, embedTexts, type ResourceReference, systemPrincipal } from '@lectern/contracts';
import { Runs, type TaskRun } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { ExtractedFieldEntity, FieldVectorsEntity } from '../field/field.entity';
import { bytesOf } from '../field/vector-bytes';
import { embeddedTexts } from './embedded-texts';
import { IndexWriter } from './index-writer';
import { type ExtractedResource, ResourceLoader } from './resource-loader';
import { VectorStore } from './vector-store';

/** Texts a call: enough for the model's batches, small enough that a stop is not kept waiting. */
const TEXTS_PER_CALL = 64;
/**
 * Others that wait for the model make its batches full; what makes texts searchable by words has workers of its own.
 */
const CONCURRENCY = 16;

/** Embeds the paragraphs that have no vectors yet, and puts the resource into the vector index. Safe to repeat. */
@Injectable()
export class EmbedResourceTask {
  constructor(
    private readonly loader: ResourceLoader,
    private readonly store: VectorStore,
    private readonly indexes: IndexWriter,
    private readonly bus: Bus,
  ) {}

  @Runs(embedResource, { concurrency: CONCURRENCY })
  async run({ kbid, rid }: ResourceReference, { signal }: TaskRun): Promise<void> {
    const content = await this.loader.withExtracted({ kbid, rid });
    if (!content) return;
    const { embedder } = await this.bus.request(describeModels, {}, { principal: systemPrincipal, signal });
    const stored = await this.loader.vectors({ kbid, rid, vectorset: embedder.id });
    const rows: FieldVectorsEntity[] = [...stored];
    for (const field of missing(content.extracted, stored)) {
      const vectors = await this.embed(embeddedTexts(content.resource, field), embedder.id, signal);
      const { letter, id, seqid } = field;
      const row = { kbid, rid, letter, id, seqid, vectorset: embedder.id, vectors: bytesOf(vectors) };
      await this.store.ensure(kbid, embedder);
      await this.store.put(row);
      rows.push(row);
    }
    await this.indexes.putVectors(await this.current(content), embedder, rows);
  }

  /** The resource may have changed while the model worked: what it says of itself now counts. */
  private async current(content: ExtractedResource): Promise<ExtractedResource> {
    const { kbid, id: rid } = content.resource;
    return (await this.loader.withExtracted({ kbid, rid })) ?? content;
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

/** Fields whose present paragraphs have no vectors. */
function missing(
  extracted: readonly ExtractedFieldEntity[],
  stored: readonly FieldVectorsEntity[],
): readonly ExtractedFieldEntity[] {
  return extracted.filter(
    (field) =>
      field.paragraphs.length > 0 &&
      !stored.some((one) => one.letter === field.letter && one.id === field.id && one.seqid === field.seqid),
  );
}
