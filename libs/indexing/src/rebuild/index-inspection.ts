import { DamagedIndexError } from '@lectern/contracts/core';
import type { IndexDamage, IndexKind } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { IndexRunRepository } from './index-run.repository';
import { Injectable } from '@nestjs/common';
import { IngestQueue } from '../queue/ingest-queue';
import { type BoxIndex, IndexScroll } from './index-scroll';
import { IndexTruthRepository } from './index-truth.repository';

/** Of this many resources, an intact index has at least one. */
const RESOURCES_LOOKED_AT = 200;

/** Checks whether the indexes of a box are readable, without reading them. */
@Injectable()
export class IndexInspection {
  constructor(
    private readonly transactions: Transactions,
    private readonly scroll: IndexScroll,
    private readonly truth: IndexTruthRepository,
    private readonly ingest: IngestQueue,
    private readonly runs: IndexRunRepository,
  ) {}

  /** @throws AppError `unavailable` when an engine is away */
  async findDamage(kbid: string): Promise<readonly IndexDamage[]> {
    const damages: IndexDamage[] = [];
    for (const index of await this.scroll.indexesOf(kbid)) {
      const kind = indexKind(index);
      try {
        if ((await this.scroll.inspect(index)) === 'absent')
          damages.push({ kbid, index: kind, reason: 'there is none', absent: true });
      } catch (error) {
        if (!(error instanceof DamagedIndexError)) throw error;
        damages.push({ kbid, index: kind, reason: error.message, absent: false });
      }
    }
    return damages;
  }

  /** Whether an index that should have content is empty, and nothing is about to fill it. */
  async isLost(kbid: string, kind: IndexKind): Promise<boolean> {
    if (await this.transactions.read((tx) => this.runs.isActive(kbid, 'rebuild', tx))) return false;
    for (const index of await this.scroll.indexesOf(kbid)) {
      if (indexKind(index) !== kind || (await this.scroll.inspect(index)) === 'held') continue;
      if (await this.shouldHold(index)) return true;
    }
    return false;
  }

  private async shouldHold({ kbid, vectorset }: BoxIndex): Promise<boolean> {
    const page = { after: '', limit: RESOURCES_LOOKED_AT };
    const expected = await this.transactions.read(async (tx) => {
      const rids = await this.truth.listIds(kbid, page, tx);
      return this.truth.expected({ kbid, rids }, vectorset?.id, tx);
    });
    const rids = [...expected].flatMap(([rid, { paragraphs }]) => (paragraphs > 0 ? [rid] : []));
    const busy = await this.ingest.busy(kbid, rids);
    return rids.some((rid) => !busy.has(rid));
  }
}

function indexKind({ vectorset }: BoxIndex): IndexKind {
  return vectorset ? 'vectors' : 'keywords';
}
