import { type UsageClient, usageClients, type UsageEvent } from '@lectern/contracts/accounts';
import type { Principal } from '@lectern/contracts/core';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { MeterJournal } from './meter-journal';

/** Something that was done; without an account it is the deployment's own, and does not count. */
export interface MeteredWork extends Omit<UsageEvent, 'account' | 'atMs' | 'client'> {
  readonly account: string | undefined;
  /** As the header `x-kbdb-client` says; `api` when absent or unknown. */
  readonly client?: string;
}

/**
 * Counts what is done for accounts, where it is done: in a journal on disk at once, and with the accounts host within
 * seconds, exactly once.
 */
@Injectable()
export class UsageMeter implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Usage');

  constructor(private readonly journal: MeterJournal) {}

  onApplicationBootstrap(): void {
    this.journal.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.journal.close();
  }

  /** The same for the account of a caller's target, or of its credential. */
  countFor({ account, kind, id }: Principal, work: Omit<MeteredWork, 'account' | 'nuaClient'>): void {
    this.count({ ...work, account, ...(kind === 'nua' && { nuaClient: id }) });
  }

  /** Never fails. Returns once the event survives the process. */
  count({ account, client, ...work }: MeteredWork): void {
    if (account === undefined) return;
    const event: UsageEvent = { ...work, account, client: clientOf(client), atMs: Date.now() };
    try {
      if (!this.journal.append('event', JSON.stringify(event))) this.journal.drop();
    } catch (error) {
      this.journal.drop();
      this.logger.error({ message: 'Usage could not be counted', err: error });
    }
  }
}

function clientOf(name: string | undefined): UsageClient {
  return usageClients.find((one) => one === name) ?? 'api';
}
