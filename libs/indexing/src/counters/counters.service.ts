import type { KnowledgeBoxCounters, KnowledgeBoxShards } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { KeywordIndex } from '@lectern/keyword-index';
import { ContentCountRepository, VectorsetRepository } from '@lectern/knowledge-box-rows';
import { VectorIndex } from '@lectern/vector-index';
import { Injectable } from '@nestjs/common';

type Shard = KnowledgeBoxShards['shards'][number];

/** Counts what is in a knowledge box, and what its indexes hold of it. */
@Injectable()
export class CountersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly content: ContentCountRepository,
    private readonly vectorsets: VectorsetRepository,
    private readonly keywords: KeywordIndex,
    private readonly vectors: VectorIndex,
  ) {}

  /** @throws AppError `unavailable` */
  async counters(kbid: string, debug: boolean): Promise<KnowledgeBoxCounters> {
    const [{ resources, fields }, { id, paragraphs, size_bytes, vectorsets }] = await Promise.all([
      this.transactions.read((tx) => this.content.count(kbid, tx)),
      this.shard(kbid),
    ]);
    return {
      resources,
      paragraphs,
      fields,
      sentences: sum(vectorsets.map(({ vectors }) => vectors)),
      index_size: size_bytes + sum(vectorsets.map(({ size_bytes: bytes }) => bytes)),
      ...(debug && { shards: [id] }),
    };
  }

  /** @throws AppError `unavailable` */
  async shards(kbid: string): Promise<KnowledgeBoxShards> {
    return { kbid, shards: [await this.shard(kbid)] };
  }

  private async shard(kbid: string): Promise<Shard> {
    const vectorsets = await this.transactions.read((tx) => this.vectorsets.list(kbid, tx));
    const [words, ...meanings] = await Promise.all([
      this.keywords.count(kbid),
      ...vectorsets.map(async ({ id, dimensions }) => {
        const { vectors, sizeBytes } = await this.vectors.count({ kbid, id, dimensions });
        return { id, dimensions, vectors, size_bytes: sizeBytes };
      }),
    ]);
    return { id: kbid, paragraphs: words.paragraphs, size_bytes: words.sizeBytes, vectorsets: meanings };
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
