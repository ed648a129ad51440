import { readConfig } from '@lectern/config';
import { processPush, removeExpiredPushes } from '@lectern/contracts/understanding';
import { Runs, TaskQueue, type TaskRun, Transactions } from '@lectern/database';
import { inSteps } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import { ExpiredFiles } from './expired-files';
import { folderOf } from './push-processing';
import { PushEndings } from './push-endings';
import { PushRows } from './push-rows';
import { pushConfig } from './push.config';

const DAY_MS = 24 * 3_600_000;
const TOGETHER = 100;

/** Deletes expired rows and ends abandoned pushes. */
@Injectable()
export class ProcessingSweep {
  private readonly keptMs = readConfig(pushConfig).PUSH_RESULT_DAYS * DAY_MS;

  constructor(
    private readonly transactions: Transactions,
    private readonly rows: PushRows,
    private readonly endings: PushEndings,
    private readonly tasks: TaskQueue,
    private readonly files: ExpiredFiles,
  ) {}

  @Runs(removeExpiredPushes)
  async run(_: object, run: TaskRun): Promise<void> {
    const now = new Date();
    await inSteps(() => this.sweep(now), run);
  }

  /**
   * Runs one step.
   * @returns the amount of work done
   * @throws AppError `unavailable`
   */
  async sweep(now: Date): Promise<number> {
    const before = new Date(now.getTime() - this.keptMs);
    const counts = [await this.endGivenUp(), await this.endOld(before), await this.removeEnded(before)];
    return counts.reduce((sum, count) => sum + count, await this.files.remove(now));
  }

  /** Pushes whose worker processes crashed repeatedly are not retried automatically. */
  private async endGivenUp(): Promise<number> {
    const jobs = await this.tasks.listAllGivenUp([processPush.name], { after: '0', limit: TOGETHER });
    for (const { id, payload, lastError } of jobs) {
      // the payload of `processPush`
      const { processingId } = payload as { readonly processingId: string };
      await this.endings.fail(processingId, `Given up: ${lastError ?? 'its process ended while it was processed'}`);
      await this.tasks.removeWaiting(id);
    }
    return jobs.length;
  }

  /** The files that they refer to are no longer kept. */
  private async endOld(before: Date): Promise<number> {
    const ids = await this.transactions.read((tx) => this.rows.records.listOld(before, TOGETHER, tx));
    for (const id of ids) await this.endings.fail(id, 'It waited too long');
    return ids.length;
  }

  private async removeEnded(before: Date): Promise<number> {
    const ended = await this.transactions.read((tx) => this.rows.records.listEnded(before, TOGETHER, tx));
    for (const record of ended) await this.files.removeFolder(folderOf(record));
    const ids = ended.map(({ id }) => id);
    await this.transactions.run((tx) => this.rows.records.delete(ids, tx));
    return ended.length;
  }
}
