import type { ResourceReference } from '@lectern/contracts';
import { Transactions } from '@lectern/database';
import { KeywordIndex } from '@lectern/keyword-index';
import { VectorIndex } from '@lectern/vector-index';
import { Injectable } from '@nestjs/common';
import type { FieldVectorsEntity } from '../field/field.entity';
import { KnowledgeBoxEntity } from '../knowledge-box/knowledge-box.entity';
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
    await Promise.all([
      this.keywords.put(content.resource.kbid, [keywordRecord(content.resource, content.extracted)]),
      this.putStoredVectors(content),
    ]);
    await this.removeIfGone(content);
  }

  /** Puts the vectors of a resource into the index of one vectorset. */
  async putVectors(
    { resource, extracted }: ExtractedResource,
    vectorset: { readonly id: string; readonly dimensions: number },
    vectors: readonly FieldVectorsEntity[],
  ): Promise<void> {
    if (vectors.length === 0) return;
    await this.vectors.put({ kbid: resource.kbid, ...vectorset }, [vectorRecord(resource, extracted, vectors)]);
    await this.removeIfGone({ resource, extracted });
  }

  async delete({ kbid, rid }: ResourceReference, version: number): Promise<void> {
    await Promise.all([this.keywords.delete(kbid, [{ rid, version }]), this.vectors.delete(kbid, [{ rid, version }])]);
  }

  /** Removes all that there is of a knowledge box. */
  async drop(kbid: string): Promise<void> {
    await Promise.all([this.keywords.drop(kbid), this.vectors.drop(kbid)]);
  }

  private async putStoredVectors(content: ExtractedResource): Promise<void> {
    const { kbid, id: rid, version } = content.resource;
    // A resource that was processed for the first time cannot have vectors yet.
    if (version <= FIRST_PROCESSED_VERSION) return;
    const vectorsets = await this.transactions.read((tx) => this.vectorsets.list(kbid, tx));
    for (const { id, dimensions } of vectorsets) {
      const stored = await this.loader.vectors({ kbid, rid, vectorset: id });
      if (stored.length > 0)
        await this.vectors.put({ kbid, id, dimensions }, [vectorRecord(content.resource, content.extracted, stored)]);
    }
  }

  /** A deletion that was committed while we wrote may have cleaned up before us. */
  private async removeIfGone({ resource: { kbid, id: rid, version } }: ExtractedResource): Promise<void> {
    if (await this.loader.exists({ kbid, rid })) return;
    const hasBox = await this.transactions.read((tx) => tx.existsBy(KnowledgeBoxEntity, { id: kbid }));
    // When the whole box was dropped, what we wrote made its tables anew.
    await (hasBox ? this.delete({ kbid, rid }, version + 1) : this.drop(kbid));
  }
}

const FIRST_PROCESSED_VERSION = 2;
