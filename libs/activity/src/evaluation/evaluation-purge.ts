import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { EvaluationRunsRepository } from './evaluation-runs.repository';
import { EvaluationSetsRepository } from './evaluation-sets.repository';

/** Deletes the evaluations of boxes that are deleted. */
@Injectable()
export class EvaluationPurge {
  constructor(
    private readonly transactions: Transactions,
    private readonly sets: EvaluationSetsRepository,
    private readonly runs: EvaluationRunsRepository,
  ) {}

  /** Safe to repeat. A run that is working stops at its next question. @throws AppError `unavailable` */
  async purge(kbid: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.sets.purge(kbid, tx);
      await this.runs.purge(kbid, tx);
    });
  }
}
