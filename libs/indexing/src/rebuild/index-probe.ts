import type { ResourceReference } from '@lectern/contracts/knowledge-box';
import { KeywordIndex } from '@lectern/keyword-index';
import { VectorIndex } from '@lectern/vector-index';
import { Injectable } from '@nestjs/common';
import { type BoxIndex, indexName, IndexScroll } from './index-scroll';

/** Entries counted per resource; more are not needed to know that it is indexed. */
const ENTRIES_MAX = 500;

/** Entries of a resource in one index. */
export interface HeldEntries {
  /** `keywords`, or the name of the vectorset. */
  readonly index: string;
  /** At most 500. */
  readonly entries: number;
}

/** Looks up one resource in the indexes of a box. */
@Injectable()
export class IndexProbe {
  constructor(
    private readonly scroll: IndexScroll,
    private readonly keywords: KeywordIndex,
    private readonly vectors: VectorIndex,
  ) {}

  /** For the keyword index and each vectorset. @throws DamagedIndexError, AppError `unavailable` */
  async entriesOf({ kbid, rid }: ResourceReference): Promise<readonly HeldEntries[]> {
    const indexes = await this.scroll.indexesOf(kbid);
    return Promise.all(
      indexes.map(async (index) => ({ index: indexName(index), entries: await this.count(index, rid) })),
    );
  }

  private async count({ kbid, vectorset }: BoxIndex, rid: string): Promise<number> {
    const wanted = { filter: { resources: [rid] }, limit: ENTRIES_MAX };
    if (!vectorset) {
      const { hits } = await this.keywords.search(kbid, { ...wanted, terms: [], phrases: [], excluded: [] });
      return hits.length;
    }
    const anywhere = Float32Array.from({ length: vectorset.dimensions }, (_, i) => (i === 0 ? 1 : 0));
    return (await this.vectors.search({ kbid, ...vectorset }, { ...wanted, vector: anywhere, minScore: -1 })).length;
  }
}
