import type { IndexFilter, Visibility } from '@lectern/contracts/core';
import type { KnowledgeBoxCounters, KnowledgeBoxShards } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { visibilityFilter } from '@lectern/filters';
import { KeywordIndex } from '@lectern/keyword-index';
import { ContentCountRepository } from './content-count.repository';
import { VectorsetRepository } from '@lectern/resource-store';
import { VectorIndex } from '@lectern/vector-index';
import { Injectable } from '@nestjs/common';

type Shard = KnowledgeBoxShards['shards'][number];

/** Counts the contents of a knowledge box and of its indexes. */
@Injectable()
export class CountersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly content: ContentCountRepository,
    private readonly vectorsets: VectorsetRepository,
    private readonly keywords: KeywordIndex,
    private readonly vectors: VectorIndex,
  ) {}

  /**
   * Counts visible content. Callers who do not see everything get no index size, because it would reveal the rest.
   *
   * @throws AppError `unavailable`
   */
  async counters(
    kbid: string,
    { hasShards, visibility }: { readonly hasShards: boolean; readonly visibility: Visibility },
  ): Promise<KnowledgeBoxCounters> {
    const filters = visibilityFilter(visibility);
    const [{ resources, fields }, { id, paragraphs, size_bytes, vectorsets }] = await Promise.all([
      this.transactions.read((tx) => this.content.count(kbid, visibility, tx)),
      this.shard(kbid, filters.length > 0 ? { all: filters } : undefined),
    ]);
    const sizeBytes = size_bytes + sum(vectorsets.map(({ size_bytes: bytes }) => bytes));
    return {
      resources,
      paragraphs,
      fields,
      sentences: sum(vectorsets.map(({ vectors }) => vectors)),
      index_size: filters.length > 0 ? 0 : sizeBytes,
      ...(hasShards && { shards: [id] }),
    };
  }

  /** @throws AppError `unavailable` */
  async shards(kbid: string): Promise<KnowledgeBoxShards> {
    return { kbid, shards: [await this.shard(kbid)] };
  }

  private async shard(kbid: string, filter?: IndexFilter): Promise<Shard> {
    const vectorsets = await this.transactions.read((tx) => this.vectorsets.list(kbid, tx));
    const [words, ...meanings] = await Promise.all([
      this.keywords.count(kbid, filter),
      ...vectorsets.map(async ({ id, dimensions }) => {
        const { vectors, sizeBytes } = await this.vectors.count({ kbid, id, dimensions }, filter);
        return { id, dimensions, vectors, size_bytes: sizeBytes };
      }),
    ]);
    return { id: kbid, paragraphs: words.paragraphs, size_bytes: words.sizeBytes, vectorsets: meanings };
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
