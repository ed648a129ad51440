import { AppError, type KeywordRecord } from '@lectern/contracts/core';
import type { IndexKind, ResourceReference } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { KeywordIndex, type PutOptions } from '@lectern/keyword-index';
import {
  type AfterPut,
  type FieldVectorsEntity,
  KnowledgeBoxEntity,
  type PutResource,
  type ResourceEntity,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { indexUpdate, keywordRecord, longKeywordRecord } from './keyword-record';
import { type EmbeddedLongField, LongFields, type LongResource } from './long-fields';
import { type ExtractedResource, ResourceLoader } from '../processing/resource-loader';
import { type IndexedContent, longVectorRecord, vectorRecord } from './vector-record';
import { VectorsetWriter } from './vectorset-writer';

/** Vectors of a resource in one vectorset. */
export interface VectorsOfResource {
  readonly vectorset: { readonly id: string; readonly dimensions: number };
  readonly rows: readonly FieldVectorsEntity[];
}

/** A resource with its vectors, for each vectorset to be put. */
export interface VectorizedResource extends ExtractedResource {
  readonly vectors: readonly VectorsOfResource[];
}

/**
 * Returns the state of a resource after a put, and may record the put; undefined when the resource has been deleted.
 */
export type LookAfterPut = (put: PutResource) => Promise<AfterPut | undefined>;

interface Looked {
  readonly after: AfterPut | undefined;
}

/** The only writer of both indexes. All their content comes from committed rows. */
@Injectable()
export class IndexWriter {
  constructor(
    private readonly keywords: KeywordIndex,
    private readonly vectors: VectorsetWriter,
    private readonly loader: ResourceLoader,
    private readonly long: LongFields,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Puts the committed texts of a resource into the keyword index.
   *
   * @param look returns the state of the resource after a put
   */
  async put(content: ExtractedResource, look?: LookAfterPut): Promise<void> {
    const write = async ({ resource, extracted }: ExtractedResource) => {
      await this.keywords.put(resource.kbid, [keywordRecord(resource, extracted)]);
      return look && { after: await look(putOf(resource)) };
    };
    await this.untilCurrent<ExtractedResource>(content, this.loader.withExtracted, write);
  }

  /** The same for long texts, page by page. @returns the last put; undefined when the resource has been deleted */
  async putLong(reference: ResourceReference, options?: PutOptions): Promise<LongResource | undefined> {
    const content = await this.long.find(reference);
    return (
      content &&
      this.untilCurrent<LongResource>(
        content,
        (of) => this.long.find(of),
        async ({ resource, fields }) => {
          const record = longKeywordRecord(resource, fields, this.long.textsOf(fields));
          await this.keywords.put(resource.kbid, [record], options);
        },
      )
    );
  }

  /** Puts vectors of a resource into the index of their vectorset. */
  async putVectors(
    content: IndexedContent,
    { vectorset: { id, dimensions }, rows }: VectorsOfResource,
    look?: LookAfterPut,
  ): Promise<void> {
    const write = async ({ resource, extracted }: IndexedContent) => {
      const vectorset = { kbid: resource.kbid, id, dimensions };
      const records = [vectorRecord(resource, extracted, rows)];
      if (!look) return void (await this.vectors.put(vectorset, records));
      await this.vectors.write(vectorset, records);
      const after = await look(putOf(resource));
      if (!after?.vectorsets.includes(id)) await this.vectors.dropGone(vectorset);
      return { after };
    };
    await this.untilCurrent<IndexedContent>(content, this.loader.withExtracted, write);
  }

  /** The same for many vectors, page by page. */
  async putLongVectors(
    reference: ResourceReference,
    vectorset: { readonly id: string; readonly dimensions: number },
  ): Promise<void> {
    const find = (of: ResourceReference) => this.long.findEmbedded(of, vectorset.id);
    const content = await find(reference);
    if (!content) return;
    await this.untilCurrent<LongResource<EmbeddedLongField>>(content, find, async ({ resource, fields }) => {
      const record = longVectorRecord(resource, fields, this.long.vectorsOf(fields, vectorset));
      await this.vectors.put({ kbid: resource.kbid, ...vectorset }, [record]);
    });
  }

  /** Updates the filterable members of resources and their paragraphs in the indexes, without texts. */
  async update(kbid: string, rids: readonly string[]): Promise<void> {
    const resources = (await this.loader.rows(kbid, rids)).map(indexUpdate);
    await Promise.all([this.keywords.update(kbid, resources), this.vectors.update(kbid, resources)]);
  }

  /**
   * Puts resources of one box with all their vectors, many at once. If they need not be searchable at once, they are
   * after `makeSearchable`.
   */
  async putMany(kbid: string, contents: readonly VectorizedResource[], options?: PutOptions): Promise<void> {
    const vectorsets = new Map(
      contents.flatMap(({ vectors }) => vectors.map(({ vectorset }) => [vectorset.id, vectorset] as const)),
    );
    const ofVectorset = (id: string) =>
      contents.flatMap(({ resource, extracted, vectors }) => {
        const rows = vectors.find(({ vectorset }) => vectorset.id === id)?.rows;
        return rows ? [vectorRecord(resource, extracted, rows)] : [];
      });
    await Promise.all([
      this.keywords.put(kbid, contents.map(ofWords), options),
      ...[...vectorsets.values()].map(({ id, dimensions }) =>
        this.vectors.put({ kbid, id, dimensions }, ofVectorset(id)),
      ),
    ]);
    const gone = await Promise.all(
      contents.map(async ({ resource }) => (await this.versionOf(resource)) === undefined),
    );
    await Promise.all(contents.filter((_, i) => gone[i]).map(({ resource }) => this.removeGone(resource)));
  }

  async makeSearchable(kbid: string): Promise<void> {
    await this.keywords.refresh(kbid);
  }

  async delete({ kbid, rid }: ResourceReference, version: number): Promise<void> {
    await this.deleteMany(kbid, [{ rid, version }]);
  }

  async deleteMany(kbid: string, resources: readonly { rid: string; version: number }[]): Promise<void> {
    await Promise.all([this.keywords.delete(kbid, resources), this.vectors.delete(kbid, resources)]);
  }

  /** Drops both indexes of a knowledge box, or one. */
  async drop(kbid: string, kinds: readonly IndexKind[] = ['keywords', 'vectors']): Promise<void> {
    const indexes = { keywords: this.keywords, vectors: this.vectors };
    await Promise.all(kinds.map((kind) => indexes[kind].drop(kbid)));
  }

  /**
   * Writes until the resource did not change during the write. A concurrent change may have updated its filterable
   * members before our texts arrived, which the index then ignored as older; or it deleted the resource and cleaned up
   * before us.
   */
  private async untilCurrent<T extends { readonly resource: ResourceEntity }>(
    content: T,
    find: (reference: ResourceReference) => Promise<T | undefined>,
    write: (current: T) => Promise<Looked | void>,
  ): Promise<T | undefined> {
    let current = content;
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const looked = await write(current);
      const { kbid, id: rid, version } = current.resource;
      const present = looked ? looked.after?.version : await this.versionOf(current.resource);
      if (present === version) return current;
      const next = await find({ kbid, rid });
      if (!next) {
        await this.removeGone(current.resource);
        return undefined;
      }
      current = next;
    }
    throw new AppError('unavailable', 'The resource changes faster than it can be indexed');
  }

  private versionOf({ kbid, id: rid }: ResourceEntity): Promise<number | undefined> {
    return this.loader.version({ kbid, rid });
  }

  private async removeGone({ kbid, id: rid, version }: ResourceEntity): Promise<void> {
    const hasBox = await this.transactions.read((tx) => tx.existsBy(KnowledgeBoxEntity, { id: kbid }));
    // If the whole box was dropped, our write created its tables again.
    await (hasBox ? this.delete({ kbid, rid }, version + 1) : this.drop(kbid));
  }
}

function putOf({ kbid, id: rid, version }: ResourceEntity): PutResource {
  return { kbid, rid, version };
}

function ofWords({ resource, extracted }: ExtractedResource): KeywordRecord {
  return keywordRecord(resource, extracted);
}

/** Per put; then the task is retried later. */
const ATTEMPTS_MAX = 10;
