import { releaseBlocked } from '@lectern/contracts/knowledge-box';
import { TaskQueue, Transactions } from '@lectern/database';
import { type OwnedBox, WaitingResourceRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { BlockedProcessing } from '../processing/blocked-processing';

const PAGE = 200;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Has blocked fields processed when their account is unblocked. Safe to repeat, also in several processes. */
@Injectable()
export class BlockedRelease {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: WaitingResourceRepository,
    private readonly tasks: TaskQueue,
    private readonly blocked: BlockedProcessing,
  ) {}

  /** Checks a changed account immediately. */
  async changed(account: string, signal: AbortSignal): Promise<void> {
    this.blocked.invalidate(account);
    await this.run(signal, account);
  }

  /**
   * @param account only this one; all when absent
   * @returns number of boxes whose resources are now released
   */
  async run(signal: AbortSignal, account?: string): Promise<number> {
    let released = 0;
    for (let after: string | undefined = FIRST; after && !signal.aborted;) {
      const from: string = after;
      const page = await this.transactions.read((tx) => this.resources.listBoxesWithBlocked(from, PAGE, tx));
      for (const box of page) if (account === undefined || box.account === account) released += await this.release(box);
      after = page.length === PAGE ? page.at(-1)?.kbid : undefined;
    }
    return released;
  }

  private async release({ kbid, account }: OwnedBox): Promise<number> {
    if (await this.blocked.isBlockedFor(account)) return 0;
    await this.tasks.add(releaseBlocked, { kbid }, releaseSerial(kbid));
    return 1;
  }
}

/** One at a time for each box. */
export function releaseSerial(kbid: string) {
  const name = `release:${kbid}`;
  return { tenant: kbid, key: name, serialBy: name };
}
