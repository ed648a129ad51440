import {
  processLargeResource,
  processResource,
  type ResourceReference,
  type ResourceStatus,
} from '@lectern/contracts/knowledge-box';
import { type JobView, TaskQueue, Transactions } from '@lectern/database';
import { ResourceRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { processSerial } from '../queue/ingest-queue';
import { PendingRepair } from './pending-repair';

/** Statuses that already report waiting or failure. */
const telling: ReadonlySet<ResourceStatus> = new Set<ResourceStatus>(['PENDING', 'BLOCKED', 'ERROR', 'EXPIRED']);

const PAGE = 500;
const puts = [processResource, processLargeResource].map(({ name }) => name);

/**
 * Ensures that no resource is reported as processed when its put into the keyword index was given up: the results of
 * its fields are committed before the put. Safe to repeat, also in several processes.
 */
@Injectable()
export class GivenUpPuts {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly tasks: TaskQueue,
    private readonly repair: PendingRepair,
  ) {}

  /** @returns number of repaired resources */
  async run(signal: AbortSignal): Promise<number> {
    let repaired = 0;
    for (let after: string | undefined = '0'; after && !signal.aborted;) {
      const page: readonly JobView[] = await this.tasks.listAllGivenUp(puts, { after, limit: PAGE });
      // Both tasks have this payload.
      repaired += await this.check(page.map(({ payload }) => payload as ResourceReference));
      after = page.length === PAGE ? page.at(-1)?.id : undefined;
    }
    return repaired;
  }

  private async check(references: readonly ResourceReference[]): Promise<number> {
    const serials = references.map(processSerial);
    const [busy, givenUp] = await Promise.all([this.tasks.busy(serials), this.tasks.givenUp(serials)]);
    let repaired = 0;
    for (const [kbid, own] of Map.groupBy(references, (reference) => reference.kbid)) {
      const idle = own.filter((reference) => !busy.has(processSerial(reference))).map(({ rid }) => rid);
      const statuses = await this.transactions.read((tx) => this.resources.statuses(kbid, idle, tx));
      for (const [rid, status] of statuses) {
        if (telling.has(status)) continue;
        repaired += 1;
        const { isSetAside = false } = givenUp.get(processSerial({ kbid, rid })) ?? {};
        await (isSetAside ? this.repair.giveUp({ kbid, rid }) : this.repair.putAgain({ kbid, rid }));
      }
    }
    return repaired;
  }
}
