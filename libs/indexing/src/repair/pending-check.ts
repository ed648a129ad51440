import type { ResourceReference } from '@lectern/contracts/knowledge-box';
import { TaskQueue, Transactions } from '@lectern/database';
import { FieldRepository, ResourceRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { fieldSerial } from '../queue/field-lane';
import { processSerial } from '../queue/ingest-queue';
import { PendingRepair } from './pending-repair';

const PAGE = 500;
const FIRST: ResourceReference = { kbid: '00000000-0000-0000-0000-000000000000', rid: '' };

/** Ensures that nothing is pending without a task that will end it. Safe to repeat, also in several processes. */
@Injectable()
export class PendingCheck {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly fields: FieldRepository,
    private readonly tasks: TaskQueue,
    private readonly repair: PendingRepair,
  ) {}

  /** @returns number of repaired resources */
  async run(signal: AbortSignal): Promise<number> {
    let repaired = 0;
    for (let after: ResourceReference | undefined = FIRST; after && !signal.aborted;) {
      const from: ResourceReference = after;
      const page = await this.transactions.read((tx) => this.resources.listPending(from, PAGE, tx));
      repaired += await this.check(page);
      after = page.length === PAGE ? page.at(-1) : undefined;
    }
    return repaired;
  }

  private async check(page: readonly ResourceReference[]): Promise<number> {
    const pending = await this.transactions.read((tx) => this.fields.listPending(page, tx));
    const fieldsOf = Map.groupBy(pending, processSerial);
    const busy = await this.tasks.busy([...page.map(processSerial), ...pending.map(fieldSerial)]);
    const idle = page.flatMap(({ kbid, rid }) => {
      const serialBy = processSerial({ kbid, rid });
      if (busy.has(serialBy)) return [];
      const fields = (fieldsOf.get(serialBy) ?? []).filter((field) => !busy.has(fieldSerial(field)));
      const isComplete = !fieldsOf.has(serialBy);
      return fields.length > 0 || isComplete ? [{ kbid, rid, fields }] : [];
    });
    if (idle.length === 0) return 0;
    const serials = idle.flatMap((resource) => [processSerial(resource), ...resource.fields.map(fieldSerial)]);
    const givenUp = await this.tasks.givenUp(serials);
    for (const resource of idle) await this.repair.repair(resource, givenUp);
    return idle.length;
  }
}
