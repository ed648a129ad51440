import { removeOldInteractions } from '@lectern/contracts/agents';
import { Runs, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { InteractionRepository } from './interaction.repository';

const DAY_MS = 24 * 60 * 60_000;

/** Removes the rows of interactions that nobody can follow any more; what was said stays in the sessions. */
@Injectable()
export class InteractionRetention {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: InteractionRepository,
  ) {}

  @Runs(removeOldInteractions)
  async run(): Promise<void> {
    await this.prune(new Date());
  }

  /** Removes those that began more than a day before. */
  async prune(now: Date): Promise<void> {
    const before = new Date(now.getTime() - DAY_MS);
    await this.transactions.single((tx) => this.repository.prune(before, tx));
  }
}
