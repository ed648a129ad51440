import type { ReportedActs } from '@lectern/contracts/accounts';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from './audit.repository';

/** Takes acts of zones into the audit log. */
@Injectable()
export class AuditLog {
  constructor(
    private readonly transactions: Transactions,
    private readonly events: AuditRepository,
  ) {}

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
