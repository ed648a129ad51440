import { Bus } from '@lectern/bus';
import { authorOf, systemPrincipal } from '@lectern/contracts/core';
import { resourceProgressed, type ResourceReference } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { type AfterPut, ChangeLogRepository, type PutResource } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { batched } from '../queue/batched';

/** Resources whose rows are written together. */
const TOGETHER_MAX = 256;
const GATHER_MS = 3;
const BY = authorOf(systemPrincipal);

/** Reports the progress of resources into the indexes. */
@Injectable()
export class IndexingProgress {
  private readonly append = batched((all: readonly ResourceReference[]) => this.appendAll(all), {
    max: TOGETHER_MAX,
    gatherMs: GATHER_MS,
  });

  /**
   * The same for resources that were put, unless they have changed since: then they are put again.
   *
   * @returns their current state; undefined when they have been deleted
   */
  readonly logged = batched((all: readonly PutResource[]) => this.appendPut(all), {
    max: TOGETHER_MAX,
    gatherMs: GATHER_MS,
  });

  constructor(
    private readonly transactions: Transactions,
    private readonly log: ChangeLogRepository,
    private readonly bus: Bus,
  ) {}

  /**
   * Logs that searches see more of the resource. Logged before the task ends: a task that is repeated after a crash may
   * log it twice, but it is always logged.
   */
  async indexed(reference: ResourceReference): Promise<void> {
    await this.append(reference);
    this.publishIndexed(reference);
  }

  /** Notifies waiting clients; the log already has the entry. */
  publishIndexed({ kbid, rid }: ResourceReference): void {
    this.bus.publish(resourceProgressed, { kbid, rid, step: 'indexed' });
  }

  /** Reports that its fields are understood and searchable by words. */
  processed({ kbid, rid }: ResourceReference, { errors }: { readonly errors: boolean }): void {
    this.bus.publish(resourceProgressed, { kbid, rid, step: 'processed', errors });
  }

  private async appendPut(all: readonly PutResource[]): Promise<readonly (AfterPut | undefined)[]> {
    const after = await this.transactions.single((tx) => this.log.appendPut(all, BY, tx));
    return all.map(({ kbid, rid }) => after.get(`${kbid}/${rid}`));
  }

  private async appendAll(all: readonly ResourceReference[]): Promise<readonly true[]> {
    await this.transactions.single((tx) => this.log.appendIndexed(all, BY, tx));
    return all.map(() => true);
  }
}
