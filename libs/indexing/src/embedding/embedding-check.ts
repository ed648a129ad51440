import { TaskQueue, Transactions } from '@lectern/database';
import { UnembeddedFieldRepository } from '@lectern/knowledge-box-rows';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { embedKeys, IngestQueue } from '../queue/ingest-queue';

const EVERY_MS = 60 * 60_000;
const RESOURCES_PER_STEP = 500;

/**
 * Finds resources that are to be embedded and have no task for it, at the start and once an hour: those of a box
 * that an earlier version split between two models, and what a restored database brings. Several processes may do it
 * at once.
 */
@Injectable()
export class EmbeddingCheck implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(EmbeddingCheck.name);
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly tasks: TaskQueue,
    private readonly unembedded: UnembeddedFieldRepository,
    private readonly ingest: IngestQueue,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.tryToRepair(), EVERY_MS).unref();
    void this.tryToRepair();
  }

  onApplicationShutdown(): void {
    this.isStopping = true;
    clearInterval(this.timer);
  }

  /** Tasks that have failed for good wait for a replay. @returns how many resources had no task */
  async repair(): Promise<number> {
    let repaired = 0;
    let page = await this.next({ kbid: ZERO, rid: '' });
    while (page.length > 0 && !this.isStopping) {
      const known = await this.tasks.withKeys(page.flatMap(embedKeys));
      const forgotten = page.filter((reference) => !embedKeys(reference).some((key) => known.has(key)));
      await this.transactions.run((tx) => this.ingest.embedLacking(forgotten, tx));
      repaired += forgotten.length;
      const last = page.at(-1);
      page = last ? await this.next(last) : [];
    }
    return repaired;
  }

  private next(after: { readonly kbid: string; readonly rid: string }) {
    return this.transactions.read((tx) => this.unembedded.listResources(after, RESOURCES_PER_STEP, tx));
  }

  private async tryToRepair(): Promise<void> {
    try {
      const repaired = await this.repair();
      if (repaired > 0) this.logger.log(`${repaired} resources without vectors are embedded now`);
    } catch (error) {
      this.logger.warn(`Resources without vectors were not looked for: ${String(error)}`);
    }
  }
}

const ZERO = '00000000-0000-0000-0000-000000000000';
