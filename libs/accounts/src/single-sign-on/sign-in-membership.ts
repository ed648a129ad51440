import { Bus } from '@lectern/bus';
import { accessChanged, AppError } from '@lectern/contracts/core';
import { onCommit } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountRepository } from '../account/account.repository';
import { MembershipWriter } from '../member/membership-writer';
import { ScimPersonRepository } from '../scim-person/scim-person.repository';

/** Makes people who sign in elsewhere members of an account. */
@Injectable()
export class SignInMembership {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly members: MembershipWriter,
    private readonly people: ScimPersonRepository,
    private readonly bus: Bus,
  ) {}

  /**
   * A member stays what it is.
   *
   * @throws AppError `quota_exceeded` when the account is full, `forbidden` for somebody whose access its identity
   * provider ended by SCIM
   */
  async join(account: string, userId: string, tx: EntityManager): Promise<void> {
    if ((await this.accounts.roleOf(account, userId, tx)) !== undefined) return;
    if (await this.people.isDeactivated(account, userId, tx))
      throw new AppError('forbidden', 'The access of this person to the account has ended');
    const by = { kind: 'user', id: userId } as const;
    const changed = await this.members.change(account, { grants: [{ userId, role: 'AMEMBER' }], leaving: [], by }, tx);
    onCommit(tx, () => {
      for (const user of changed) this.bus.publish(accessChanged, { user });
    });
  }
}
