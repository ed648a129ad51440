import { AppError } from '@lectern/contracts/core';
import { processPush, type PushPayload } from '@lectern/contracts/understanding';
import { PausedError, TaskQueue, Transactions } from '@lectern/database';
import type { ProcessingRecordEntity } from './processing.entity';
import { Injectable } from '@nestjs/common';
import { BlockedAccounts } from '@lectern/understanding';
import { PushQuota } from './push-quota';
import { pushLine, PushRows } from './push-rows';

/** Delay before checking again whether an earlier push of the same resource has ended. */
const EARLIER_MS = 2_000;
/** Delay before checking again whether an account is blocked. */
const BLOCKED_MS = 15_000;
/** Delay before checking again whether a limit leaves room. */
const LIMITED_MS = 60_000;

/** Decides whose turn it is: pushes of a resource in order, and none of a blocked account. */
@Injectable()
export class PushAdmission {
  constructor(
    private readonly transactions: Transactions,
    private readonly rows: PushRows,
    private readonly tasks: TaskQueue,
    private readonly blocks: BlockedAccounts,
    private readonly quota: PushQuota,
  ) {}

  /**
   * @returns undefined if it should not be processed, or not yet
   * @throws PausedError while the account is blocked: all its pushes wait
   */
  async begin(id: string): Promise<ProcessingRecordEntity | undefined> {
    const waiting = await this.transactions.read((tx) => this.rows.records.find(id, tx));
    if (waiting && !waiting.endedAt) await this.admit(waiting);
    return this.transactions.run(async (tx) => {
      const record = await this.rows.records.find(id, tx);
      if (!record || record.endedAt) return undefined;
      if (await this.rows.records.hasEarlier(record, tx)) {
        const runAt = new Date(Date.now() + EARLIER_MS);
        await this.tasks.add(processPush, { processingId: id }, { tx, ...pushLine(record), runAt });
        return undefined;
      }
      await this.rows.records.schedule(id, record.scheduledAt ?? new Date(), tx);
      return record;
    });
  }

  /**
   * Whether the limits of the account leave room for all of it. Use of others since it was accepted may have taken it:
   * then it waits until the month ends or the limit is raised, and is looked at again each minute.
   *
   * @throws AppError `unavailable`
   */
  async hasRoom(record: ProcessingRecordEntity, payload: PushPayload): Promise<boolean> {
    const { id: processingId, account, pushedAt } = record;
    try {
      await this.quota.admitPush({ account, payload, pushedAt });
      return true;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'quota_exceeded') throw error;
      const runAt = new Date(Date.now() + LIMITED_MS);
      await this.transactions.run((tx) =>
        this.tasks.add(processPush, { processingId }, { tx, ...pushLine(record), runAt }),
      );
      return false;
    }
  }

  async countRetry(id: string): Promise<void> {
    await this.transactions.single((tx) => this.rows.records.countRetry(id, tx));
  }

  private async admit({ account }: ProcessingRecordEntity): Promise<void> {
    if (!(await this.blocks.isBlocked(account, 'processing'))) return;
    await this.tasks.pause({ tenant: account, tasks: [processPush.name] }, BLOCKED_MS);
    throw new PausedError('The account is blocked for processing');
  }
}
