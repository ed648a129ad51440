import { repairUnembedded } from '@lectern/contracts/knowledge-box';
import { Runs, TaskQueue, type TaskRun, Transactions } from '@lectern/database';
import { UnembeddedFieldRepository } from '@lectern/resource-store';
import { Injectable, Logger } from '@nestjs/common';
import { embedKeys, IngestQueue } from '../queue/ingest-queue';

const RESOURCES_PER_STEP = 500;

/**
 * Finds unembedded resources without a task, at the start and once an hour: those of a box that an earlier version
 * split between two models, and those of a restored database.
 */
@Injectable()
export class EmbeddingCheck {
  private readonly logger = new Logger(EmbeddingCheck.name);

  constructor(
    private readonly transactions: Transactions,
    private readonly tasks: TaskQueue,
    private readonly unembedded: UnembeddedFieldRepository,
    private readonly ingest: IngestQueue,
  ) {}

  @Runs(repairUnembedded)
  async run(_: object, { signal, alive }: TaskRun): Promise<void> {
    const repaired = await this.repair({ signal, alive });
    if (repaired > 0) this.logger.log(`${repaired} resources without vectors are embedded now`);
  }

  /** Tasks that failed for good wait for a replay. @returns number of resources that had no task */
  async repair({ signal, alive }: Partial<TaskRun> = {}): Promise<number> {
    let repaired = 0;
    let page = await this.next({ kbid: ZERO, rid: '' });
    while (page.length > 0) {
      signal?.throwIfAborted();
      alive?.();
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
}

const ZERO = '00000000-0000-0000-0000-000000000000';
