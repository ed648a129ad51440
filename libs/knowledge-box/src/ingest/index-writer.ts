import { KeywordIndex } from '@lectern/keyword-index';
import type { ResourceReference } from '@lectern/contracts';
import { Transactions } from '@lectern/database';
import { VectorIndex } from '@lectern/vector-index';
import { Injectable } from '@nestjs/common';
import { VectorsetRepository } from '../vectorset/vectorset.repository';
import { keywordRecord } from './keyword-record';
import { type ExtractedResource, ResourceLoader } from './resource-loader';
import { vectorRecord } from './vector-record';

/** The only writer of both indexes. Everything in them comes from committed rows. */
@Injectable()
export class IndexWriter {
  constructor(
    private readonly keywords: KeywordIndex,
    private readonly vectors: VectorIndex,
    private readonly loader: ResourceLoader,
    private readonly vectorsets: VectorsetRepository,
    private readonly transactions: Transactions,
  ) {}

  /** Puts a resource into both indexes, as it is committed. */
  async put(content: ExtractedResource): Promise<void> {
    await Promise.all([this.putKeywords(content), this.putVectors(content)]);
    await this.removeIfGone(content);
  }

  /** Puts those paragraphs into the vector index that have vectors. */
  async putVectors({ resource, extracted }: ExtractedResource): Promise<void> {
    const { kbid, id: rid } = resource;
    const vectorsets = await this.transactions.run((tx) => this.vectorsets.list(kbid, tx));
    for (const { id, dimensions } of vectorsets) {
      const stored = await this.loader.vectors({ kbid, rid }, id);
      if (stored.length === 0) continue;
      await this.vectors.put({ kbid, id, dimensions }, [vectorRecord(resource, extracted, stored)]);
    }
  }

  async delete({ kbid, rid }: ResourceReference, version: number): Promise<void> {
    await Promise.all([this.keywords.delete(kbid, [{ rid, version }]), this.vectors.delete(kbid, [{ rid, version }])]);
  }

  private async putKeywords({ resource, extracted }: ExtractedResource): Promise<void> {
    await this.keywords.put(resource.kbid, [keywordRecord(resource, extracted)]);
  }

  /** A deletion that was committed while we wrote may have cleaned up before us. */
  private async removeIfGone({ resource: { kbid, id: rid, version } }: ExtractedResource): Promise<void> {
    if (!(await this.loader.exists({ kbid, rid }))) await this.delete({ kbid, rid }, version + 1);
  }
}
