import { readConfig } from '@lectern/config';
import { type Principal, type Visibility, visibilityOfReads } from '@lectern/contracts/core';
import type { NotificationItem } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { isVisibleTo, ResourceRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { notificationOf, type ResourceProgress, type ResourceSummary } from './notification';
import { NotificationHub } from './notification-hub';
import { notificationConfig } from './notification.config';

/** Resources read together. */
const BATCH_MAX = 100;

/** Streams events of a knowledge box to its followers. */
@Injectable()
export class NotificationService {
  private readonly openMs = readConfig(notificationConfig).NOTIFICATIONS_S * 1_000;

  constructor(
    private readonly hub: NotificationHub,
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
  ) {}

  /**
   * The first item has no notification and is sent once listening has started. Ends after `NOTIFICATIONS_S`, or when
   * the reader is too slow.
   *
   * @throws AppError `rate_limited`
   */
  async *follow(kbid: string, principal: Principal, signal: AbortSignal): AsyncGenerator<NotificationItem> {
    const visibility = visibilityOfReads(principal);
    const queue = this.hub.listen(kbid);
    const end = () => queue.end();
    const timer = setTimeout(end, this.openMs);
    signal.addEventListener('abort', end);
    try {
      yield {};
      while (!queue.isEnded) {
        const batch = await queue.take(BATCH_MAX);
        const known = await this.summaries(kbid, batch, visibility);
        for (const progress of batch) {
          const notification = notificationOf(progress, summaryOf(progress, known, visibility));
          if (notification) yield { notification };
        }
      }
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      this.hub.leave(kbid, queue);
    }
  }

  private async summaries(
    kbid: string,
    batch: readonly ResourceProgress[],
    visibility: Visibility,
  ): Promise<ReadonlyMap<string, ResourceSummary>> {
    const rids = [...new Set(batch.map(({ rid }) => rid))];
    const rows = await this.transactions.read((tx) => this.resources.findMany(kbid, rids, tx));
    const visible = rows.filter((row) => isVisibleTo(row, visibility));
    return new Map(visible.map(({ id, title, lastSeqid: seqid }) => [id, { title, seqid }]));
  }
}

/** The visibility of a deleted resource is unknown, so only callers who see everything are notified of its deletion. */
function summaryOf(
  progress: ResourceProgress,
  known: ReadonlyMap<string, ResourceSummary>,
  { hidden, groups }: Visibility,
): ResourceSummary | undefined {
  const deleted = progress.step === 'written' ? progress.deleted : undefined;
  if (!deleted) return known.get(progress.rid);
  return hidden && !groups ? deleted : undefined;
}
