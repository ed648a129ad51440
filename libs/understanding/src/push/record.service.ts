import { AppError, naiveUtc, type Principal } from '@lectern/contracts/core';
import type { ProcessingRecord } from '@lectern/contracts/understanding';
import { Transactions } from '@lectern/database';
import { ProcessingRecordRepository, type ShownRecord } from '@lectern/understanding-rows';
import { Injectable } from '@nestjs/common';
import { accountOf } from './push.service';

/** What became of pushes. */
@Injectable()
export class RecordService {
  constructor(
    private readonly transactions: Transactions,
    private readonly records: ProcessingRecordRepository,
  ) {}

  /** @throws AppError `not_found` */
  async get(id: string, principal: Principal): Promise<ProcessingRecord> {
    return this.transactions.read(async (tx) => {
      const record = await this.records.get(id, accountOf(principal), tx);
      const message = record.endedAt && !record.failed ? await this.records.findMessage(id, tx) : undefined;
      return { ...shownRecord(record), response: message?.toString('base64') ?? null };
    });
  }
}

/** A record as the interface shows it. @param place in the line of its account, where it waits */
export function shownRecord(
  record: ShownRecord,
  { place = 0, secondsEach = 0 }: { readonly place?: number; readonly secondsEach?: number } = {},
): ProcessingRecord {
  const { id, resourceId, kbid, title, labels, pushedAt, scheduledAt, endedAt, failed, failure, retries } = record;
  const isWaiting = scheduledAt === null && endedAt === null;
  return {
    ...{ processing_id: id, resource_id: resourceId, kbid: kbid || null, title, labels },
    ...{ completed: endedAt !== null && !failed, scheduled: scheduledAt !== null, failed, failure, retries },
    timestamp: naiveUtc(pushedAt),
    completed_at: endedAt && !failed ? naiveUtc(endedAt) : null,
    scheduled_at: scheduledAt && naiveUtc(scheduledAt),
    schedule_eta: isWaiting ? place * secondsEach : 0,
    schedule_order: isWaiting ? place : -1,
    ...{ request: null, response: null },
    webhook: record.webhook && {
      ...{ state: record.webhook.state, attempts: record.webhook.attempts },
      last_attempt_at: naiveUtc(new Date(record.webhook.lastAttemptAt)),
      last_error: record.webhook.lastError ?? null,
    },
  };
}

/** @throws AppError `not_found` */
export function unknownRecord(id: string): AppError {
  return new AppError('not_found', `There is no processing request ${id}`);
}
