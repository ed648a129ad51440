import { Bus } from '@lectern/bus';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { InteractionEntity } from './interaction.entity';
import { type CallerOfInteraction, InteractionRepository, type SessionOfInteraction } from './interaction.repository';

/** Says which process runs which interaction. */
@Injectable()
export class InteractionRecords {
  constructor(
    private readonly bus: Bus,
    private readonly transactions: Transactions,
    private readonly repository: InteractionRepository,
  ) {}

  /** Of this process. */
  async begun(row: Omit<InteractionEntity, 'owner' | 'started' | 'ended'>): Promise<void> {
    const begun = { ...row, owner: this.bus.process, started: new Date(), ended: null };
    await this.transactions.single((tx) => this.repository.insert(begun, tx));
  }

  async ended(id: string): Promise<void> {
    await this.transactions.single((tx) => this.repository.end(id, new Date(), tx));
  }

  /** @returns undefined when it is of another caller, or in another session */
  async find(of: CallerOfInteraction, id: string): Promise<InteractionEntity | undefined> {
    return this.transactions.read((tx) => this.repository.find(of, id, tx));
  }

  /** The one that began last. */
  async latest(session: SessionOfInteraction): Promise<InteractionEntity | undefined> {
    return this.transactions.read((tx) => this.repository.latest(session, tx));
  }

  /** Of any caller. */
  async get(id: string): Promise<InteractionEntity | undefined> {
    return this.transactions.read((tx) => this.repository.get(id, tx));
  }
}
