import { Transactions } from '@lectern/database';
import { ProcessingDeliveryRepository, ProcessingRecordRepository } from '@lectern/understanding-rows';
import { Injectable } from '@nestjs/common';

/** Ends pushes, once each, and tells those who wait for them. */
@Injectable()
export class PushEndings {
  constructor(
    private readonly transactions: Transactions,
    private readonly records: ProcessingRecordRepository,
    private readonly deliveries: ProcessingDeliveryRepository,
  ) {}

  /** The message, the end of the record and its delivery are there together, or none of them. */
  async complete(id: string, message: Uint8Array): Promise<void> {
    await this.transactions.run(async (tx) => {
      const ended = await this.records.end(id, { message, at: new Date() }, tx);
      if (ended) await this.deliveries.add(ended, tx);
    });
  }

  async fail(id: string, failure: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.records.end(id, { failure, at: new Date() }, tx);
    });
  }
}
