import { readConfig } from '@lectern/config';
import {
  type AuditEvent,
  type AuditPage,
  type AuditPageQuery,
  type AuditQuery,
  removeOldAuditEvents,
} from '@lectern/contracts/accounts';
import { AppError, utcWithOffset } from '@lectern/contracts/core';
import { Runs, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { AccountRepository } from '../account/account.repository';
import { accountsSlice } from '../accounts.config';
import type { AuditEventEntity } from '../audit-log/audit-event.entity';
import { AuditRepository, type AuditSelection } from '../audit-log/audit.repository';

const DAY_MS = 86_400_000;
/** Events that an export reads at once. */
const PART = 1_000;

/** Reads the audit log for owners of accounts, and forgets what is old. */
@Injectable()
export class AuditService {
  private readonly days = readConfig(accountsSlice).AUDIT_DAYS;

  constructor(
    private readonly transactions: Transactions,
    private readonly events: AuditRepository,
    private readonly accounts: AccountRepository,
  ) {}

  /** @throws AppError `not_found` for an account or an event `before` that does not exist */
  async list(account: string, { before, size, ...query }: AuditPageQuery): Promise<AuditPage> {
    const selection = await this.selectionOf(account, query);
    return this.transactions.read(async (tx) => {
      const after = before === undefined ? undefined : await this.events.find(before, tx);
      if (after === null) throw new AppError('not_found', 'Event not found');
      const rows = await this.events.list(selection, { order: 'newest first', after, limit: size + 1 }, tx);
      const page = rows.slice(0, size);
      return { events: page.map(shown), next: rows.length > size ? (page.at(-1)?.id ?? null) : null };
    });
  }

  /** @throws AppError `not_found` */
  async *export(account: string, query: AuditQuery): AsyncGenerator<AuditEvent> {
    const selection = await this.selectionOf(account, query);
    for (let after: AuditEventEntity | undefined; ;) {
      const part = { order: 'oldest first', after, limit: PART } as const;
      const rows = await this.transactions.read((tx) => this.events.list(selection, part, tx));
      yield* rows.map(shown);
      after = rows.at(-1);
      if (rows.length < PART) return;
    }
  }

  @Runs(removeOldAuditEvents)
  async forget(): Promise<void> {
    const until = new Date(Date.now() - this.days * DAY_MS);
    await this.transactions.run((tx) => this.events.deleteBefore(until, tx));
  }

  private async selectionOf(account: string, { from, to, action, who }: AuditQuery): Promise<AuditSelection> {
    const { id: accountId } = await this.transactions.read((tx) => this.accounts.get(account, tx));
    return { accountId, action, who, ...(from && { from: new Date(from) }), ...(to && { to: new Date(to) }) };
  }
}

function shown({ id, time, action, address, userId: user, ...row }: AuditEventEntity): AuditEvent {
  const actor = { kind: row.actorKind, id: row.actorId, ...(row.actorKey !== null && { key: row.actorKey }) };
  return { id, time: utcWithOffset(time), action, actor, address, user, details: { ...row.details } };
}
