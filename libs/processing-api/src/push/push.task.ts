import { messageOf } from '@lectern/contracts/core';
import { processPush } from '@lectern/contracts/understanding';
import { InterruptedError, Runs, type TaskRun } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { PushProcessing } from './push-processing';
import { PushEndings } from './push-endings';
import { PushRows } from './push-rows';
import { PushAdmission } from './push-admission';

/** Per process; the slow parts of a push wait for extraction processes and models. */
export const PUSHES_AT_ONCE = 4;

/** Processes pushes. The pushes of a resource end in order, so that the last result is that of the last push. */
@Injectable()
export class PushTask {
  constructor(
    private readonly admission: PushAdmission,
    private readonly rows: PushRows,
    private readonly processing: PushProcessing,
    private readonly endings: PushEndings,
  ) {}

  @Runs(processPush, { concurrency: PUSHES_AT_ONCE })
  async run({ processingId: id }: { readonly processingId: string }, run: TaskRun): Promise<void> {
    const record = await this.admission.begin(id);
    if (!record) return;
    try {
      const pushed = this.rows.opened(record);
      if (!(await this.admission.hasRoom(record, pushed.payload))) return;
      const message = await this.processing.process(record, pushed, run);
      await this.endings.complete(id, message);
    } catch (error) {
      if (run.signal.aborted && run.signal.reason instanceof InterruptedError) throw error;
      await this.admission.countRetry(id);
      if (run.attempt < run.attemptsMax) throw error;
      await this.endings.fail(id, `Given up after ${run.attempt} attempts: ${messageOf(error)}`);
    }
  }
}
