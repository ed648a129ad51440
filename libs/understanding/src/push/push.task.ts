import { processPush } from '@lectern/contracts/understanding';
import { InterruptedError, Runs, type TaskRun, TaskQueue, Transactions } from '@lectern/database';
import type { ProcessingRecordEntity } from '@lectern/understanding-rows';
import { Injectable } from '@nestjs/common';
import { PushProcessing } from './push-processing';
import { pushLine, PushRows } from './push-rows';
import { PushEndings } from './push-endings';

/** Of one process; what takes long in them waits for the processes that take files apart, and for models. */
export const PUSHES_AT_ONCE = 4;
/** Until an earlier push of the same resource is looked at again. */
const TURN_MS = 2_000;

/** Works on pushes. Those of a resource end in their order, so that the last result is that of the last push. */
@Injectable()
export class PushTask {
  constructor(
    private readonly transactions: Transactions,
    private readonly rows: PushRows,
    private readonly processing: PushProcessing,
    private readonly endings: PushEndings,
    private readonly tasks: TaskQueue,
  ) {}

  @Runs(processPush, { concurrency: PUSHES_AT_ONCE })
  async run({ processingId: id }: { readonly processingId: string }, run: TaskRun): Promise<void> {
    const record = await this.begin(id);
    if (!record) return;
    try {
      const message = await this.processing.process(record, this.rows.opened(record), run);
      await this.endings.complete(id, message);
    } catch (error) {
      if (run.signal.aborted && run.signal.reason instanceof InterruptedError) throw error;
      await this.transactions.single((tx) => this.rows.records.countRetry(id, tx));
      if (run.attempt < run.attemptsMax) throw error;
      await this.endings.fail(id, `Given up after ${run.attempt} attempts: ${messageOf(error)}`);
    }
  }

  /** @returns undefined when it is not to be processed, or not yet */
  private async begin(id: string): Promise<ProcessingRecordEntity | undefined> {
    return this.transactions.run(async (tx) => {
      const record = await this.rows.records.find(id, tx);
      if (!record || record.endedAt) return undefined;
      if (await this.rows.records.hasEarlier(record, tx)) {
        const runAt = new Date(Date.now() + TURN_MS);
        await this.tasks.add(processPush, { processingId: id }, { tx, ...pushLine(record), runAt });
        return undefined;
      }
      await this.rows.records.schedule(id, record.scheduledAt ?? new Date(), tx);
      return record;
    });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
