import { DamagedIndexError, type KeywordRecord, type VectorRecord } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { KeywordIndex } from '@lectern/keyword-index';
import { VectorIndex } from '@lectern/vector-index';
import { Injectable } from '@nestjs/common';
import { keywordRecord, longKeywordRecord } from '../puts/keyword-record';
import { LongFields } from '../puts/long-fields';
import { longVectorRecord, vectorRecord } from '../puts/vector-record';
import type { BoxIndex } from './index-scroll';
import { IndexTruthRepository, type ResourcesOfBox } from './index-truth.repository';

/** Texts in memory at once; a resource with more is read page by page. */
const TEXT_BYTES_MAX = 4 * 1024 ** 2;

type Vectorset = NonNullable<BoxIndex['vectorset']>;

/** Compares the indexed content of resources with the result of putting them again, some resources at a time. */
@Injectable()
export class IndexContents {
  constructor(
    private readonly transactions: Transactions,
    private readonly truth: IndexTruthRepository,
    private readonly long: LongFields,
    private readonly keywords: KeywordIndex,
    private readonly vectors: VectorIndex,
  ) {}

  /**
   * Resources whose indexed content differs; all of them when the index can no longer be read.
   *
   * @throws AppError `unavailable`
   */
  async differing(index: BoxIndex, rids: readonly string[], signal: AbortSignal): Promise<ReadonlySet<string>> {
    const { kbid, vectorset } = index;
    const different = new Set<string>();
    const compare = vectorset
      ? (of: ResourcesOfBox) => this.differingVectors(of, vectorset)
      : (of: ResourcesOfBox) => this.differingWords(of);
    for (const group of await this.groupsOf(kbid, rids)) {
      signal.throwIfAborted();
      const found = await compare({ kbid, rids: group }).catch((error: unknown) => {
        if (error instanceof DamagedIndexError) return group;
        throw error;
      });
      for (const rid of found) different.add(rid);
    }
    return different;
  }

  /** Groups whose texts fit into memory; each long resource alone. */
  private async groupsOf(kbid: string, rids: readonly string[]): Promise<readonly (readonly string[])[]> {
    if (rids.length === 0) return [];
    const sizes = await this.transactions.read((tx) => this.truth.sizesOf({ kbid, rids }, tx));
    const groups: string[][] = [];
    let room = 0;
    for (const rid of rids) {
      const bytes = sizes.get(rid) ?? 0;
      room -= bytes;
      if (room < 0 || groups.length === 0) {
        groups.push([]);
        room = TEXT_BYTES_MAX - bytes;
      }
      groups.at(-1)?.push(rid);
    }
    return groups;
  }

  private async differingWords(of: ResourcesOfBox): Promise<readonly string[]> {
    const { kbid } = of;
    const { contents, long } = await this.read(of);
    const records: KeywordRecord[] = contents.map(({ resource, extracted }) => keywordRecord(resource, extracted));
    for (const rid of long) {
      const content = await this.long.find({ kbid, rid });
      if (content) records.push(longKeywordRecord(content.resource, content.fields, this.long.textsOf(content.fields)));
    }
    return this.keywords.differing(kbid, records);
  }

  private async differingVectors(of: ResourcesOfBox, vectorset: Vectorset): Promise<readonly string[]> {
    const { kbid } = of;
    const { contents, long } = await this.read(of, vectorset.id);
    const records: VectorRecord[] = contents.map(({ resource, extracted, vectors }) =>
      vectorRecord(resource, extracted, vectors),
    );
    for (const rid of long) {
      const content = await this.long.findEmbedded({ kbid, rid }, vectorset.id);
      if (!content) continue;
      const { resource, fields } = content;
      records.push(longVectorRecord(resource, fields, this.long.vectorsOf(fields, vectorset)));
    }
    return this.vectors.differing({ kbid, ...vectorset }, records);
  }

  private async read(of: ResourcesOfBox, vectorset?: string) {
    const long = await this.transactions.read((tx) => this.truth.longAmong(of, tx));
    const rids = of.rids.filter((rid) => !long.includes(rid));
    const reading = this.transactions.run(
      (tx) => this.truth.readContents({ ...of, rids }, vectorset, tx),
      'REPEATABLE READ',
    );
    return { contents: await reading, long };
  }
}
