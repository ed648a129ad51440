import { Bus } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { onCommit } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountRepository } from '../account/account.repository';
import { noteAct } from '../audit-log/note-act';
import { MembershipWriter } from '../member/membership-writer';

/** Makes people who sign in elsewhere members of an account. */
@Injectable()
export class SignInMembership {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly members: MembershipWriter,
    private readonly bus: Bus,
  ) {}

  /** A member stays what it is. @throws AppError `quota_exceeded` when the account is full */
  async join(account: string, userId: string, tx: EntityManager): Promise<void> {
    if ((await this.accounts.roleOf(account, userId, tx)) !== undefined) return;
    const changed = await this.members.change(account, { grants: [{ userId, role: 'AMEMBER' }], leaving: [] }, tx);
    const principal = { kind: 'user', id: userId } as const;
    await noteAct(
      { action: 'member_added', principal, account, user: userId, details: { role: 'AMEMBER' } },
      tx,
    );
    onCommit(tx, () => {
      for (const user of changed) this.bus.publish(accessChanged, { user });
    });
  }
}
