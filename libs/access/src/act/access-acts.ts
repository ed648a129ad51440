import { randomUUID } from 'node:crypto';
import { Bus } from '@lectern/bus';
import { type AuditAction, reportAct } from '@lectern/contracts/accounts';
import { accessChanged, type Principal } from '@lectern/contracts/core';
import { type AddOptions, TaskQueue } from '@lectern/database';
import { Injectable } from '@nestjs/common';

/** A change of rights or credentials in this zone. */
export interface AccessAct {
  readonly action: AuditAction;
  /** Who acts, on a target in an account. */
  readonly principal: Principal;
  /** Id of the user that it is about. */
  readonly user?: string;
  /** What was changed, by name. Never a secret. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Tells others of changes of rights and credentials: the audit log, and processes that keep what they know. */
@Injectable()
export class AccessActs {
  constructor(
    private readonly tasks: TaskQueue,
    private readonly bus: Bus,
  ) {}

  /** In the transaction of the act. The accounts host has it a moment later, or when it is back. */
  async note({ action, principal, user, details }: AccessAct, tx: AddOptions['tx']): Promise<void> {
    const { account, kind, id, key, address } = principal;
    if (account === undefined) return;
    const actor = { kind, id, ...(key && { key }) };
    const act = { action, account, actor, details, ...(user && { user }), ...(address && { address }) };
    await this.tasks.add(reportAct, { id: randomUUID(), time: new Date().toISOString(), ...act }, { tx });
  }

  /** After the transaction: keys that count no longer. */
  ended(...keys: readonly string[]): void {
    for (const key of keys) this.bus.publish(accessChanged, { key });
  }

  /** After the transaction: users who may do more, or less. */
  changed(users: Iterable<string>): void {
    for (const user of users) this.bus.publish(accessChanged, { user });
  }
}
