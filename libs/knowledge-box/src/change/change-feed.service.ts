import { readConfig } from '@lectern/config';
import { AppError, naiveUtc, type Principal, visibilityOfReads } from '@lectern/contracts/core';
import type { ChangePage, ChangesQuery } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { ChangeLogRepository, type LoggedChange } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { NotificationHub } from '../notification/notification-hub';
import type { ProgressQueue } from '../notification/progress-queue';
import { changeLogConfig } from './change-log.config';

/** Radix of the digits of a cursor. */
const RADIX = 36;

interface Part {
  readonly changes: readonly LoggedChange[];
  /** Position after which the feed continues. */
  readonly position: number;
}

/** Returns the changes of a knowledge box in parts; a client continues after the last one. */
@Injectable()
export class ChangeFeedService {
  private readonly keptDays = readConfig(changeLogConfig).CHANGE_LOG_DAYS;

  constructor(
    private readonly transactions: Transactions,
    private readonly log: ChangeLogRepository,
    private readonly hub: NotificationHub,
  ) {}

  /**
   * @throws AppError `forbidden` for guests of a published box and callers with security groups, `precondition_failed`
   *   when changes after the cursor have been pruned, `rate_limited` when too many requests are waiting
   */
  async list(kbid: string, query: ChangesQuery, { principal, signal }: FeedReader): Promise<ChangePage> {
    const { hidden, groups } = visibilityOfReads(principal);
    if (!hidden || groups) throw new AppError('forbidden', 'Guests do not see changes, nor do callers with groups');
    const part = query.wait_s === 0 ? await this.read(kbid, query) : await this.waitFor(kbid, query, signal);
    const { limit } = query;
    return {
      changes: part.changes.slice(0, limit).map(({ rid, kind, by, at }) => {
        return { resource_id: rid, operation: kind, by, at: naiveUtc(at) };
      }),
      cursor: part.position.toString(RADIX),
      has_more: part.changes.length > limit,
      kept_days: this.keptDays,
    };
  }

  /** Listens before it reads, so that no change committed in between is missed. */
  private async waitFor(kbid: string, query: ChangesQuery, signal: AbortSignal): Promise<Part> {
    const queue = this.hub.listen(kbid);
    const end = () => queue.end();
    const timer = setTimeout(end, query.wait_s * 1_000);
    signal.addEventListener('abort', end);
    try {
      const part = await this.read(kbid, query);
      return part.changes.length > 0 || query.from === 'end' ? part : await this.readOnceChanged(kbid, query, queue);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      this.hub.leave(kbid, queue);
    }
  }

  /** Steps that change no resource also end the wait; it then starts again. */
  private async readOnceChanged(kbid: string, query: ChangesQuery, queue: ProgressQueue): Promise<Part> {
    for (;;) {
      await queue.take(Number.MAX_SAFE_INTEGER);
      const part = await this.read(kbid, query);
      if (part.changes.length > 0 || queue.isEnded) return part;
    }
  }

  /** Reads up to one change more than the limit. */
  private async read(kbid: string, { cursor, from, limit, steps }: ChangesQuery): Promise<Part> {
    return this.transactions.run(async (tx) => {
      const after = cursor === undefined ? 0 : Number.parseInt(cursor, RADIX);
      const changes = await this.log.list(kbid, { after, limit: from === 'end' ? 1 : limit + 1, steps }, tx);
      const { newest, forgotten } = await this.log.bounds(kbid, tx);
      if (cursor !== undefined && after < forgotten) throw new AppError('precondition_failed', tooOld);
      if (from === 'end') return { changes: [], position: newest };
      const last = changes.length > limit ? changes[limit - 1] : undefined;
      // The log's lock prevents others from assigning positions, so no change is skipped before the newest.
      return { changes, position: last?.seq ?? Math.max(after, newest) };
    });
  }
}

/** The reader of the feed and its abort signal. */
export interface FeedReader {
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

const tooOld = 'Changes behind this cursor are no longer kept. Read the resources again and begin with a new cursor';
