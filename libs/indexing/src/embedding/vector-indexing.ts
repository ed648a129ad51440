import type { ResourceReference } from '@lectern/contracts/knowledge-box';
import type { FieldToEmbed, FieldVectorsEntity } from '@lectern/resource-store';
import { Slots } from '@lectern/workers';
import { Injectable } from '@nestjs/common';
import type { EmbeddingModel } from '../vectorset/vectorset-embedders';
import { IndexExtender } from '../puts/index-extender';
import { IndexWriter } from '../puts/index-writer';
import { IndexingProgress } from '../puts/indexing-progress';
import { PUTS_WAITING_MAX } from '../queue/ingest.config';
import { ResourceLoader } from '../processing/resource-loader';
import { VectorStore } from './vector-store';

/** Vectors of small resources in concurrent puts. */
const VECTOR_BYTES_MAX = 32 * 1024 ** 2;
/** Vectors that are read and put at once. */
const SMALL_BYTES_MAX = 2 * 1024 ** 2;

/** Puts the stored vectors of resources into the index, those of large ones page by page. */
@Injectable()
export class VectorIndexing {
  private readonly room = new Slots({ slotsMax: VECTOR_BYTES_MAX, waitingMax: PUTS_WAITING_MAX });

  constructor(
    private readonly store: VectorStore,
    private readonly loader: ResourceLoader,
    private readonly indexes: IndexWriter,
    private readonly extender: IndexExtender,
    private readonly progress: IndexingProgress,
  ) {}

  /**
   * @param fields all fields with paragraphs
   * @param rows their vectors, if all of them are in memory
   */
  async put(
    { kbid, rid }: ResourceReference,
    model: EmbeddingModel,
    { fields, rows }: { readonly fields: readonly FieldToEmbed[]; readonly rows?: readonly FieldVectorsEntity[] },
  ): Promise<void> {
    const bytes = fields.reduce((sum, { paragraphs }) => sum + 4 * model.dimensions * paragraphs, 0);
    const { leave } = await this.room.enter({ weight: Math.min(bytes, 2 * SMALL_BYTES_MAX) });
    try {
      if (bytes <= SMALL_BYTES_MAX) return await this.putVectors({ kbid, rid }, model, rows);
      await this.indexes.putLongVectors({ kbid, rid }, model);
    } finally {
      leave();
    }
    await this.progress.indexed({ kbid, rid });
  }

  /**
   * Adds the vectors of these fields, which must be all incomplete ones.
   *
   * @returns false when all vectors of the resource must be put
   */
  async extend({ kbid, rid }: ResourceReference, model: EmbeddingModel, fields: readonly FieldToEmbed[]) {
    const added = await this.extender.extendVectors({ kbid, rid }, model, fields);
    if (added) await this.progress.indexed({ kbid, rid });
    return added !== undefined;
  }

  private async putVectors(
    { kbid, rid }: ResourceReference,
    model: EmbeddingModel,
    known: readonly FieldVectorsEntity[] | undefined,
  ): Promise<void> {
    const content = await this.store.contentOf({ kbid, rid });
    if (!content) return;
    const rows = known ?? (await this.loader.vectors({ kbid, rid, vectorset: model.id }));
    await this.indexes.putVectors(content, { vectorset: model, rows }, this.progress.logged);
    this.progress.publishIndexed({ kbid, rid });
  }
}
