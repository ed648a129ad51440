import type { ResourceReference } from '@lectern/contracts';
import { Injectable } from '@nestjs/common';
import type { FieldVectorsEntity } from '../field/field.entity';
import type { FieldToEmbed } from '../field/passage.repository';
import { PARAGRAPHS_PER_PART, partsOf } from '../field/vector-parts';
import type { EmbeddingModel } from '../vectorset/embedding-models';
import { BytesInFlight } from './bytes-in-flight';
import { IndexWriter } from './index-writer';
import { ResourceLoader } from './resource-loader';
import { VectorStore } from './vector-store';

/** Of vectors that are put at the same time. */
const VECTOR_BYTES_MAX = 32 * 1024 ** 2;
/** Of vectors that one statement reads, unless a single part has more: they come as text that is twice as long. */
const BYTES_PER_READ = 2 * 1024 ** 2;

/** Puts the stored vectors of resources into the index. */
@Injectable()
export class VectorIndexing {
  private readonly room = new BytesInFlight(VECTOR_BYTES_MAX);

  constructor(
    private readonly store: VectorStore,
    private readonly loader: ResourceLoader,
    private readonly indexes: IndexWriter,
  ) {}

  /** @param fields all that have paragraphs: a few large resources at a time */
  async put({ kbid, rid }: ResourceReference, model: EmbeddingModel, fields: readonly FieldToEmbed[]): Promise<void> {
    const bytes = fields.reduce((sum, { paragraphs }) => sum + 4 * model.dimensions * paragraphs, 0);
    const release = await this.room.acquire(bytes);
    try {
      const content = await this.store.contentOf({ kbid, rid });
      if (!content) return;
      const isSmall = bytes <= BYTES_PER_READ;
      const rows = isSmall
        ? await this.loader.vectors({ kbid, rid, vectorset: model.id })
        : await this.readInPortions(fields, model);
      await this.indexes.putVectors(content, model, rows);
    } finally {
      release();
    }
  }

  private async readInPortions(
    fields: readonly FieldToEmbed[],
    { id: vectorset, dimensions }: EmbeddingModel,
  ): Promise<readonly FieldVectorsEntity[]> {
    const count = Math.max(1, Math.floor(BYTES_PER_READ / (4 * dimensions * PARAGRAPHS_PER_PART)));
    const rows: FieldVectorsEntity[] = [];
    for (const { kbid, rid, letter, id, paragraphs } of fields)
      for (let from = 0; from < partsOf(paragraphs); from += count)
        rows.push(...(await this.store.partsOf({ kbid, rid, letter, id, vectorset, from, count })));
    return rows;
  }
}
