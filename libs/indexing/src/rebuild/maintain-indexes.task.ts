import { AppError } from '@lectern/contracts/core';
import { type IndexWork, maintainIndexes } from '@lectern/contracts/knowledge-box';
import { Runs, type TaskRun } from '@lectern/database';
import type { IndexRunEntity } from './index-run.entity';
import { Injectable, Logger } from '@nestjs/common';
import { IndexRunJournal, SupersededError } from './index-run-journal';
import { RebuildRun } from './rebuild-run';
import { VerifyRun } from './verify-run';

/** Boxes at once per process: work for users has priority. */
const CONCURRENCY = 1;

/**
 * Executes the requested work on the indexes of a knowledge box. Safe to repeat: it continues from the recorded
 * progress.
 */
@Injectable()
export class MaintainIndexesTask {
  private readonly logger = new Logger('Indexes');

  constructor(
    private readonly journal: IndexRunJournal,
    private readonly rebuilds: RebuildRun,
    private readonly verifications: VerifyRun,
  ) {}

  @Runs(maintainIndexes, { concurrency: CONCURRENCY })
  async run({ kbid, work }: { readonly kbid: string; readonly work: IndexWork }, task: TaskRun): Promise<void> {
    try {
      const run = await this.journal.begin(kbid, work);
      if (run) await this.goOn(run, task);
    } catch (error) {
      if (!(error instanceof SupersededError)) throw error;
    }
  }

  private async goOn(run: IndexRunEntity, task: TaskRun): Promise<void> {
    try {
      await (run.work === 'rebuild' ? this.rebuilds : this.verifications).goOn(run, task.signal);
    } catch (error) {
      const { signal } = task;
      const cause: unknown = signal.aborted ? signal.reason : error;
      // A stop is not a failure: the task runs again at the next start.
      const isStop = signal.aborted && !(cause instanceof AppError);
      if (!isStop && !(cause instanceof SupersededError)) await this.noteFailure(run, cause, task);
      throw error;
    }
  }

  private async noteFailure(run: IndexRunEntity, cause: unknown, { attempt, attemptsMax }: TaskRun): Promise<void> {
    const reason = cause instanceof Error ? cause.message : String(cause);
    this.logger.warn(
      `To ${run.work} the indexes of ${run.kbid} failed, attempt ${attempt} of ${attemptsMax}: ${reason}`,
    );
    if (attempt >= attemptsMax) await this.journal.note(run, { state: 'failed', error: reason, ended: new Date() });
    else await this.journal.note(run, { error: `Attempt ${attempt} of ${attemptsMax} failed: ${reason}` });
  }
}
