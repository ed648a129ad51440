import { TaskQueue, Transactions } from '@lectern/database';
import { deliverWebhook } from '@lectern/contracts/understanding';
import { ProcessingDeliveryRepository } from './processing-delivery.repository';
import { ProcessingRecordRepository, type ShownRecord } from './processing-record.repository';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { pushKey } from './push-rows';

/** Ends pushes, each exactly once, and notifies those who wait for them. */
@Injectable()
export class PushEndings {
  constructor(
    private readonly transactions: Transactions,
    private readonly records: ProcessingRecordRepository,
    private readonly deliveries: ProcessingDeliveryRepository,
    private readonly tasks: TaskQueue,
  ) {}

  /** Stores the message, the end of the record and its delivery atomically. */
  async complete(id: string, message: Uint8Array): Promise<void> {
    await this.transactions.run(async (tx) => {
      const ended = await this.records.end(id, { message, at: new Date() }, tx);
      if (!ended) return;
      await this.deliveries.add(ended, tx);
      await this.tell(ended, tx);
    });
  }

  async fail(id: string, failure: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const ended = await this.records.end(id, { failure, at: new Date() }, tx);
      if (ended) await this.tell(ended, tx);
    });
  }

  /** No notification is sent. Work in progress on it ends without a result. */
  async cancel(id: string): Promise<void> {
    await this.transactions.run((tx) => this.records.end(id, { failure: 'Cancelled', at: new Date() }, tx));
    const jobs = await this.tasks.listWithKeys([pushKey(id)]);
    for (const job of jobs) await this.tasks.removeWaiting(job.id);
  }

  /** Notifies again if a notification was already sent. */
  async tell({ id, account }: ShownRecord, tx: EntityManager): Promise<void> {
    await this.tasks.add(deliverWebhook, { processingId: id }, { tx, tenant: account, key: `webhook:${id}` });
  }
}
