import {
  USAGE_POINTS_MAX,
  type UsageDelivery,
  type UsagePosition,
  type UsageQuery,
  type UsageReceipt,
  type UsageReport,
} from '@lectern/contracts/accounts';
import { AppError, parseInstant } from '@lectern/contracts/core';
import { JournalPositions, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { usagePoints } from './usage-report';
import { usageRows } from './usage-rows';
import { type UsageRange, UsageRepository } from './usage.repository';

/** Takes usage from the processes that measure it, and sums it. */
@Injectable()
export class UsageService {
  private readonly positions = new JournalPositions('usage_journals');

  constructor(
    private readonly transactions: Transactions,
    private readonly usage: UsageRepository,
  ) {}

  /** The part counts once: its sums and its position are committed together. @throws AppError `invalid_request` */
  async record({ journal, from, to, events }: UsageDelivery): Promise<UsageReceipt> {
    const rows = usageRows(events.map(({ event }) => event));
    return this.transactions.run(async (tx) => {
      const isNew = await this.positions.advance({ id: journal, from, to }, tx);
      if (isNew) await this.usage.add(rows, tx);
      return { isNew };
    });
  }

  async position(journal: string): Promise<UsagePosition> {
    return { position: await this.transactions.read((tx) => this.positions.get(journal, tx)) };
  }

  async forget(journal: string): Promise<null> {
    await this.transactions.single((tx) => this.positions.forget(journal, tx));
    return null;
  }

  /** @throws AppError `invalid_request` */
  async report(account: string, query: UsageQuery): Promise<UsageReport> {
    const range = rangeOf(account, query);
    return this.transactions.read(async (tx) => {
      const spans = await this.usage.spans(range, USAGE_POINTS_MAX, tx);
      if (spans.length > USAGE_POINTS_MAX)
        throw new AppError(
          'invalid_request',
          `An answer has at most ${USAGE_POINTS_MAX} spans: ask for a shorter time, or for longer spans`,
        );
      const [sums, tokens] = await Promise.all([this.usage.sums(range, tx), this.usage.tokens(range, tx)]);
      return { points: usagePoints({ spans, sums, tokens }) };
    });
  }
}

function rangeOf(account: string, { from, to, aggregation: unit, knowledgebox, nua_key_id }: UsageQuery): UsageRange {
  const [start, now] = [parseInstant(from), new Date()];
  const end = to === null || to === undefined ? now : parseInstant(to);
  // Both were checked before.
  if (!start || !end) throw new AppError('invalid_request', 'from and to must be instants');
  if (end < start) throw new AppError('invalid_request', 'to must not be before from');
  return {
    account,
    from: start,
    to: end,
    unit,
    ...(knowledgebox && { kbid: knowledgebox }),
    ...(nua_key_id && { nuaClient: nua_key_id }),
  };
}
