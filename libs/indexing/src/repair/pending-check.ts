import type { ResourceReference } from '@lectern/contracts/knowledge-box';
import { TaskQueue, Transactions } from '@lectern/database';
import { FieldRepository, ResourceRepository } from '@lectern/knowledge-box-rows';
import { Injectable } from '@nestjs/common';
import { fieldTurn } from '../queue/field-lane';
import { PendingRepair } from './pending-repair';

const PAGE = 500;
const FIRST: ResourceReference = { kbid: '00000000-0000-0000-0000-000000000000', rid: '' };

/** Sees to it that nothing is pending without a task that will end it. Safe to repeat, also in several processes. */
@Injectable()
export class PendingCheck {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly fields: FieldRepository,
    private readonly tasks: TaskQueue,
    private readonly repair: PendingRepair,
  ) {}

  /** @returns how many resources were repaired */
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
    const rids = page.map(({ rid }) => rid);
    const pending = await this.transactions.read((tx) => this.fields.listPending(page, tx));
    const fieldsOf = Map.groupBy(pending, ({ rid }) => rid);
    const busy = await this.tasks.busy([...rids, ...pending.map(fieldTurn)]);
    const idle = page.flatMap(({ kbid, rid }) => {
      if (busy.has(rid)) return [];
      const fields = (fieldsOf.get(rid) ?? []).filter((field) => !busy.has(fieldTurn(field)));
      const isComplete = !fieldsOf.has(rid);
      return fields.length > 0 || isComplete ? [{ kbid, rid, fields }] : [];
    });
    if (idle.length === 0) return 0;
    const turns = idle.flatMap(({ rid, fields }) => [rid, ...fields.map(fieldTurn)]);
    const givenUp = await this.tasks.givenUp(turns);
    for (const resource of idle) await this.repair.repair(resource, givenUp);
    return idle.length;
  }
}
