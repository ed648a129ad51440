import { Bus } from '@lectern/bus';
import { systemPrincipal } from '@lectern/contracts/core';
import { embedTexts } from '@lectern/contracts/understanding';
import {
  bytesOf,
  type FieldToEmbed,
  type FieldVectorsEntity,
  missingParts,
  neighbours,
  PARAGRAPHS_PER_PART,
  partRange,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { callsOf, embeddedTexts } from '@lectern/intake';
import { embeddingBatches } from './embedding-batches';
import { VectorStore } from './vector-store';

/**
 * Characters per call of the model, which also takes at most 64 texts: a stop takes effect soon, and other callers get
 * their turn.
 */
const CALL_CHARS_MAX = 256 * 1024;
/** Parts per statement: each statement has to skip the text before its part. */
const PARTS_PER_READ = 8;

export interface EmbeddingRun {
  /** Id of the model, which is also the vectorset's. */
  readonly vectorset: string;
  readonly signal: AbortSignal;
  /** No part is started after this time, of `performance.now()`. */
  readonly untilMs: number;
}

/** Embeds paragraphs part by part. Each part is stored as soon as it is embedded, so it is paid for only once. */
@Injectable()
export class ParagraphEmbedder {
  constructor(
    private readonly store: VectorStore,
    private readonly bus: Bus,
  ) {}

  /**
   * Embeds paragraphs without vectors, in order, and yields each part as soon as it is stored. Ends early when the time
   * is over or when a field has changed.
   *
   * @throws AppError of the model
   */
  async *embed(fields: readonly FieldToEmbed[], run: EmbeddingRun): AsyncGenerator<StoredPart> {
    for (const batch of embeddingBatches(fields)) {
      const [field, ...others] = batch;
      if (!field) continue;
      if (others.length > 0) {
        if (performance.now() >= run.untilMs) return;
        const rows = await this.embedTogether(batch, run);
        if (!rows) return;
        for (const [i, row] of rows.entries()) yield { row, paragraphs: batch[i]?.paragraphs ?? 0 };
        continue;
      }
      for (const group of neighbours(missingParts(field.paragraphs, field.parts), PARTS_PER_READ)) {
        if (performance.now() >= run.untilMs) return;
        const texts = await this.textsOf(field, group);
        if (!texts) return;
        for (const [i, part] of group.entries()) {
          if (performance.now() >= run.untilMs) return;
          const from = i * PARAGRAPHS_PER_PART;
          const own = texts.slice(from, from + PARAGRAPHS_PER_PART);
          yield { row: await this.embedPart(field, { part, texts: own }, run), paragraphs: own.length };
        }
      }
    }
  }

  /** Embeds small fields of one part each with one call of the model. Undefined when one of them has changed. */
  private async embedTogether(
    batch: readonly FieldToEmbed[],
    run: EmbeddingRun,
  ): Promise<readonly FieldVectorsEntity[] | undefined> {
    const texts = await Promise.all(batch.map((field) => this.textsOf(field, [0])));
    if (!texts.every((own) => own !== undefined)) return undefined;
    const vectors = await this.vectorsOf(batch[0]?.kbid ?? '', texts.flat(), run);
    let from = 0;
    const rows = batch.map(({ kbid, rid, letter, id, seqid, paragraphs }) => {
      const own = bytesOf(vectors.slice(from, from + paragraphs));
      from += paragraphs;
      return { kbid, rid, letter, id, vectorset: run.vectorset, part: 0, seqid, vectors: own };
    });
    await Promise.all(rows.map((row) => this.store.put(row)));
    return rows;
  }

  private async textsOf(field: FieldToEmbed, parts: readonly number[]): Promise<readonly string[] | undefined> {
    const { kbid, rid, letter, id, seqid, title } = field;
    // A small field has one part.
    if (field.passages) return embeddedTexts(title, field.passages);
    const ranges = parts.map((part) => partRange(part, field.paragraphs));
    const count = ranges.reduce((sum, range) => sum + range.count, 0);
    const passages = await this.store.passagesOf({ kbid, rid, letter, id, seqid, from: ranges[0]?.from ?? 0, count });
    return passages && embeddedTexts(title, passages);
  }

  private async embedPart(
    { kbid, rid, letter, id, seqid }: FieldToEmbed,
    { part, texts }: { readonly part: number; readonly texts: readonly string[] },
    run: EmbeddingRun,
  ): Promise<FieldVectorsEntity> {
    const vectors = bytesOf(await this.vectorsOf(kbid, texts, run));
    const row = { kbid, rid, letter, id, vectorset: run.vectorset, part, seqid, vectors };
    await this.store.put(row);
    return row;
  }

  private async vectorsOf(
    kbid: string,
    texts: readonly string[],
    { vectorset, signal }: EmbeddingRun,
  ): Promise<readonly Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const some of callsOf(texts, { textsMax: PARAGRAPHS_PER_PART, charsMax: CALL_CHARS_MAX })) {
      const body = { kbid, model: vectorset, texts: some, purpose: 'passage' as const };
      const answer = await this.bus.request(embedTexts, { body }, { principal: systemPrincipal, signal });
      vectors.push(...answer.vectors);
    }
    return vectors;
  }
}

/** A part whose vectors are stored. */
export interface StoredPart {
  readonly row: FieldVectorsEntity;
  /** Number of embedded paragraphs. */
  readonly paragraphs: number;
}
