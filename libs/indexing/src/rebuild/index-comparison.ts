import { Transactions } from '@lectern/database';
import type { IndexEntry } from './index-run.entity';
import type { NewDifference } from './index-difference.repository';
import { Injectable } from '@nestjs/common';
import { IngestQueue } from '../queue/ingest-queue';
import { IndexCensus } from './index-census';
import { IndexContents } from './index-contents';
import { indexProblem } from './index-entry';
import { type BoxIndex, indexName } from './index-scroll';
import { IndexTruthRepository } from './index-truth.repository';

/** The expected entries of resources in an index, and the differences to the reported ones. */
export interface Compared {
  readonly expected: { readonly resources: number; readonly paragraphs: number };
  readonly differences: readonly NewDifference[];
}

/** Compares an index with the database, some resources at a time. */
@Injectable()
export class IndexComparison {
  constructor(
    private readonly transactions: Transactions,
    private readonly ingest: IngestQueue,
    private readonly census: IndexCensus,
    private readonly truth: IndexTruthRepository,
    private readonly contents: IndexContents,
  ) {}

  /**
   * Compares with the census, and with the content that the index holds of resources in the census. Resources that wait
   * to be put or removed do not yet have their expected state.
   */
  async compare(index: BoxIndex, rids: readonly string[], signal: AbortSignal): Promise<Compared> {
    const { kbid, vectorset } = index;
    const held = await this.census.find(kbid, rids);
    const expected = await this.transactions.read((tx) => this.truth.expected({ kbid, rids }, vectorset?.id, tx));
    const problems = new Map(rids.map((rid) => [rid, indexProblem(expected.get(rid), held.get(rid))]));
    const likely = rids.filter((rid) => !problems.get(rid) && (expected.get(rid)?.paragraphs ?? 0) > 0);
    for (const rid of await this.contents.differing(index, likely, signal)) problems.set(rid, 'content');
    const different = rids.flatMap((rid): NewDifference[] => {
      const problem = problems.get(rid);
      if (!problem) return [];
      const entries = { expected: expected.get(rid) ?? null, held: held.get(rid) ?? null };
      return [{ kbid, index: indexName(index), rid, problem, ...entries }];
    });
    // Queried after the database was read: writers that have committed since then are still busy.
    const found = different.map(({ rid }) => rid);
    const growing = await this.transactions.read((tx) => this.truth.growing({ kbid, rids: found }, tx));
    const busy = await this.ingest.busy(kbid, found);
    const counted = [...expected.values()].filter(({ paragraphs }) => paragraphs > 0);
    return {
      expected: entriesTotal(counted),
      differences: different.filter(({ rid }) => !busy.has(rid) && !growing.has(rid)),
    };
  }
}

function entriesTotal(entries: readonly IndexEntry[]): Compared['expected'] {
  return {
    resources: entries.length,
    paragraphs: entries.reduce((sum, { paragraphs }) => sum + paragraphs, 0),
  };
}
