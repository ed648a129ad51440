import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { IndexRefresher } from './index-refresher';
import { IndexTruthRepository } from './index-truth.repository';

/** Resources per step, if their texts are short. */
const RESOURCES_PER_STEP = 256;
/** Text per step; memory use is a small multiple of it. */
const TEXT_BYTES_PER_STEP = 4 * 1024 ** 2;

export interface RebuildStep {
  /** The last resource that was put. */
  readonly cursor: string;
  readonly resources: number;
}

/** Puts all resources of a knowledge box into its indexes, a few at a time. */
@Injectable()
export class IndexRebuilder {
  constructor(
    private readonly transactions: Transactions,
    private readonly truth: IndexTruthRepository,
    private readonly refresher: IndexRefresher,
  ) {}

  /** Puts the next resources by id; undefined when there are none. They may become searchable later. */
  async step(kbid: string, after: string): Promise<RebuildStep | undefined> {
    const page = { after, limit: RESOURCES_PER_STEP };
    const next = await this.transactions.read((tx) => this.truth.listSizes(kbid, page, tx));
    const rids = firstThatFit(next).map(({ rid }) => rid);
    const cursor = rids.at(-1);
    if (cursor === undefined) return undefined;
    await this.refresher.refresh({ kbid, rids }, { searchable: false });
    return { cursor, resources: rids.length };
  }
}

/** At least one, however large. */
function firstThatFit<T extends { readonly textBytes: number }>(items: readonly T[]): readonly T[] {
  let room = TEXT_BYTES_PER_STEP;
  const tooMany = items.findIndex(({ textBytes }, i) => (room -= textBytes) < 0 && i > 0);
  return tooMany === -1 ? items : items.slice(0, tooMany);
}
