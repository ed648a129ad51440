import { releaseBlocked, type ResourceReference } from '@lectern/contracts/knowledge-box';
import { Runs, TaskQueue, type TaskRun, Transactions } from '@lectern/database';
import { WaitingResourceRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { BlockedProcessing } from '../processing/blocked-processing';
import { BlockedFields } from '../repair/blocked-fields';
import { releaseSerial } from '../repair/blocked-release';

/** Pending resources of a box up to which more are released: the queue stays short for others. */
const PENDING_MAX = 256;
/** Delay before it checks how many are still pending. */
const PAUSE_MS = 1_000;

/** Has blocked resources of a box processed. Safe to repeat: resources that are no longer blocked are left alone. */
@Injectable()
export class ReleaseBlockedTask {
  constructor(
    private readonly transactions: Transactions,
    private readonly waiting: WaitingResourceRepository,
    private readonly fields: BlockedFields,
    private readonly blocked: BlockedProcessing,
    private readonly tasks: TaskQueue,
  ) {}

  @Runs(releaseBlocked, { concurrency: 2 })
  async run({ kbid }: { readonly kbid: string }, { signal, alive }: Pick<TaskRun, 'signal' | 'alive'>): Promise<void> {
    if (await this.blocked.isBlocked(kbid)) return;
    const pending = await this.transactions.read((tx) => this.waiting.countPending(kbid, PENDING_MAX, tx));
    for (const reference of await this.listBlocked(kbid, PENDING_MAX - pending)) {
      signal.throwIfAborted();
      await this.fields.release(reference);
      alive();
    }
    if ((await this.listBlocked(kbid, 1)).length === 0) return;
    const runAt = new Date(Date.now() + PAUSE_MS);
    await this.tasks.add(releaseBlocked, { kbid }, { ...releaseSerial(kbid), runAt });
  }

  private listBlocked(kbid: string, limit: number): Promise<readonly ResourceReference[]> {
    return this.transactions.read((tx) => this.waiting.listBlocked(kbid, limit, tx));
  }
}
