import type { ResourceReference } from '@lectern/contracts';
import { Injectable } from '@nestjs/common';
import type { EmbeddingModel } from '../vectorset/embedding-models';
import { BytesInFlight } from './bytes-in-flight';
import { IndexWriter } from './index-writer';
import { ResourceLoader } from './resource-loader';
import { VectorStore } from './vector-store';

/** Of vectors that are put at the same time. */
const VECTOR_BYTES_MAX = 32 * 1024 ** 2;

/** Puts the stored vectors of resources into the index. */
@Injectable()
export class VectorIndexing {
  private readonly room = new BytesInFlight(VECTOR_BYTES_MAX);

  constructor(
    private readonly store: VectorStore,
    private readonly loader: ResourceLoader,
    private readonly indexes: IndexWriter,
  ) {}

  /** @param bytes of its vectors, about: a few large resources at a time */
  async put({ kbid, rid }: ResourceReference, model: EmbeddingModel, bytes: number): Promise<void> {
    if (bytes === 0) return;
    const release = await this.room.acquire(bytes);
    try {
      const content = await this.store.contentOf({ kbid, rid });
      if (!content) return;
      const rows = await this.loader.vectors({ kbid, rid, vectorset: model.id });
      await this.indexes.putVectors(content, model, rows);
    } finally {
      release();
    }
  }
}
