import { BlobStore } from '@lectern/blob-store';
import { removeExpiredAgentFiles } from '@lectern/contracts/agents';
import { Runs, type TaskRun, Transactions } from '@lectern/database';
import { inSteps, type StepsOptions } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import { AgentFileRepository } from './agent-file.repository';
import { keyOfAgentFile } from './agent-files';

const ROWS_PER_STEP = 100;

/** Removes what has expired: the file first, so that no file is left without a row. */
@Injectable()
export class ExpiredAgentFiles {
  constructor(
    private readonly transactions: Transactions,
    private readonly files: AgentFileRepository,
    private readonly blobs: BlobStore,
  ) {}

  @Runs(removeExpiredAgentFiles)
  async run(_: object, run: TaskRun): Promise<void> {
    await this.sweep(new Date(), run);
  }

  /**
   * @returns number of removed files and rows
   * @throws AppError `unavailable`
   */
  sweep(now: Date, options?: StepsOptions): Promise<number> {
    return inSteps(() => this.removeSome(now), options);
  }

  private async removeSome(now: Date): Promise<number> {
    const expired = await this.transactions.read((tx) => this.files.listExpired(now, ROWS_PER_STEP, tx));
    for (const row of expired) {
      await this.blobs.delete(keyOfAgentFile(row));
      await this.transactions.single((tx) => this.files.markRemoved(row, tx));
    }
    const forgotten = await this.transactions.run((tx) => this.files.forget(now, ROWS_PER_STEP, tx));
    return expired.length + forgotten;
  }
}
