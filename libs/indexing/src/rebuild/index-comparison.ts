import { DamagedIndexError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { IndexCensusRepository, type NewDifference } from '@lectern/knowledge-box-rows';
import { Injectable } from '@nestjs/common';
import { IngestQueue } from '../queue/ingest-queue';
import { indexProblem } from './index-entry';
import { type BoxIndex, indexName, IndexScroll } from './index-scroll';
import { IndexTruthRepository } from './index-truth.repository';

/** What resources should be in an index, and how what it held when it was asked differs from that. */
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
    private readonly scroll: IndexScroll,
    private readonly census: IndexCensusRepository,
    private readonly truth: IndexTruthRepository,
  ) {}

  /** Asks the index what it holds now. @returns why it cannot be read; it counts as holding nothing then */
  async takeCensus(index: BoxIndex, signal: AbortSignal): Promise<string | undefined> {
    const { kbid } = index;
    const clear = () => this.transactions.single((tx) => this.census.clear(kbid, tx));
    await clear();
    try {
      await this.scroll.inspect(index, { whole: true });
      for await (const page of this.scroll.pages(index, signal)) {
        await this.transactions.single((tx) => this.census.add(kbid, page, tx));
      }
    } catch (error) {
      if (!(error instanceof DamagedIndexError)) throw error;
      await clear();
      return error.message;
    }
    return undefined;
  }

  /** With what the census found. Resources that wait to be put or removed are not yet what they should be. */
  async compare(index: BoxIndex, rids: readonly string[]): Promise<Compared> {
    const { kbid, vectorset } = index;
    const [expected, held] = await this.transactions.read((tx) =>
      Promise.all([this.truth.expected({ kbid, rids }, vectorset?.id, tx), this.census.find(kbid, rids, tx)]),
    );
    const different = rids.flatMap((rid): NewDifference[] => {
      const problem = indexProblem(expected.get(rid), held.get(rid));
      if (!problem) return [];
      const entries = { expected: expected.get(rid) ?? null, held: held.get(rid) ?? null };
      return [{ kbid, index: indexName(index), rid, problem, ...entries }];
    });
    // Requested after the database was read: writers that have committed since then are still busy.
    const found = different.map(({ rid }) => rid);
    const growing = await this.transactions.read((tx) => this.truth.growing({ kbid, rids: found }, tx));
    const busy = await this.ingest.busy(kbid, found);
    const counted = [...expected.values()].filter(({ paragraphs }) => paragraphs > 0);
    return {
      expected: {
        resources: counted.length,
        paragraphs: counted.reduce((sum, { paragraphs }) => sum + paragraphs, 0),
      },
      differences: different.filter(({ rid }) => !busy.has(rid) && !growing.has(rid)),
    };
  }
}
