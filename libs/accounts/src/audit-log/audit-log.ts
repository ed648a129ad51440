import { randomUUID } from 'node:crypto';
import type { AuditAction, ReportedActs } from '@lectern/contracts/accounts';
import type { Principal } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditRepository } from './audit.repository';

/** An act for the log. */
export interface Act {
  readonly action: AuditAction;
  /** Who acts. */
  readonly principal: Pick<Principal, 'kind' | 'id' | 'key' | 'address'>;
  /** Id of the account; absent for an act about a user alone, which is in the log of each of the user's accounts. */
  readonly account?: string;
  /** Id of the user that it is about. */
  readonly user?: string;
  /** What was changed, by name. Never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Keeps who did what with rights and credentials. */
@Injectable()
export class AuditLog {
  constructor(
    private readonly transactions: Transactions,
    private readonly events: AuditRepository,
  ) {}

  /** In the transaction of the act: neither is there without the other. */
  async note({ action, principal, account, user, details = {} }: Act, tx: EntityManager): Promise<void> {
    const { kind: actorKind, id: actorId, key, address } = principal;
    const actor = { actorKind, actorId, actorKey: key || null, address: address ?? null };
    const about = { accountId: account ?? null, userId: user ?? null, details };
    await this.events.insert([{ id: randomUUID(), time: new Date(), action, ...actor, ...about }], tx);
  }

  /** Acts of a zone. One that is reported again stays as it is. */
  async add({ acts }: ReportedActs): Promise<null> {
    const rows = acts.map(({ id, time, action, actor, account, user, address, details }) => ({
      id,
      time: new Date(time),
      action,
      actorKind: actor.kind,
      actorId: actor.id,
      actorKey: actor.key ?? null,
      accountId: account,
      userId: user ?? null,
      address: address ?? null,
      details,
    }));
    if (rows.length > 0) await this.transactions.run((tx) => this.events.insert(rows, tx));
    return null;
  }
}
