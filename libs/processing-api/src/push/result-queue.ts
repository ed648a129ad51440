import { randomUUID } from 'node:crypto';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProcessingDeliveryRepository, type QueueOwner } from './processing-delivery.repository';
import { ProcessingRecordRepository } from './processing-record.repository';

/** A result that does not come from a push. */
export interface QueuedResult extends QueueOwner {
  /** Id of what the resource belongs to: a knowledge box or a dataset. */
  readonly kbid: string;
  readonly resourceId: string;
  readonly title: string;
  /** The processed message, with the id and number of its record. */
  readonly message: (record: { readonly id: string; readonly seq: number }) => Uint8Array;
}

/** Puts results of other work into the queues of NUA clients, with a record each. No webhook is called. */
@Injectable()
export class ResultQueue {
  constructor(
    private readonly transactions: Transactions,
    private readonly records: ProcessingRecordRepository,
    private readonly deliveries: ProcessingDeliveryRepository,
  ) {}

  /** Results that a client has not acknowledged. */
  async waiting(owner: QueueOwner): Promise<number> {
    return this.transactions.read((tx) => this.deliveries.count(owner, tx));
  }

  async add({ account, client, kbid, resourceId, title, message }: QueuedResult, tx: EntityManager): Promise<void> {
    const id = randomUUID();
    const seq = await this.records.number(account, tx);
    const record = { id, account, client, kbid, resourceId, title, labels: [], seq };
    await this.records.insertEnded({ ...record, at: new Date(), message: message({ id, seq }) }, tx);
    await this.deliveries.add(record, tx);
  }
}
