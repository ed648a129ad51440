import { naiveUtc } from '@lectern/contracts/core';
import type { ProcessingRecord } from '@lectern/contracts/understanding';
import type { ShownRecord } from './processing-record.repository';

/** Position of a record in the queue of its account, and its waiting time. */
export interface QueuePosition {
  readonly position: number;
  readonly etaS: number;
}

/** Whether no worker has taken it. */
export function isWaiting({ scheduledAt, endedAt }: Pick<ShownRecord, 'scheduledAt' | 'endedAt'>): boolean {
  return scheduledAt === null && endedAt === null;
}

/** A record in the form of the interface, without its message. */
export function shownRecord(
  record: ShownRecord,
  { position, etaS }: QueuePosition = { position: 0, etaS: 0 },
): ProcessingRecord {
  const { id, resourceId, kbid, title, labels, pushedAt, scheduledAt, endedAt, failed, failure, retries } = record;
  const waits = isWaiting(record);
  return {
    processing_id: id,
    resource_id: resourceId,
    kbid: kbid || null,
    title,
    labels,
    completed: endedAt !== null && !failed,
    scheduled: scheduledAt !== null,
    failed,
    failure,
    retries,
    timestamp: naiveUtc(pushedAt),
    completed_at: endedAt && !failed ? naiveUtc(endedAt) : null,
    scheduled_at: scheduledAt && naiveUtc(scheduledAt),
    schedule_eta: waits ? etaS : 0,
    schedule_order: waits ? position : -1,
    request: null,
    response: null,
    webhook: record.webhook && {
      state: record.webhook.state,
      attempts: record.webhook.attempts,
      last_attempt_at: naiveUtc(new Date(record.webhook.lastAttemptAt)),
      last_error: record.webhook.lastError ?? null,
    },
  };
}
