import { ACCOUNT_INVITATIONS_MAX, type UserLanguage } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { admitWithinQuota } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountRepository } from '../account/account.repository';
import { membersRefusal, MemberRepository } from '../account/member.repository';
import { AccountLimits } from '../limits/account-limits';
import { UserRepository } from '../user/user.repository';
import { AccountInvitationRepository } from './account-invitation.repository';

/** An invitation that is to be made. */
export interface WantedInvitation {
  readonly accountId: string;
  readonly email: string;
  readonly now: Date;
}

/** Who may be invited to an account, and how many. */
@Injectable()
export class InvitedPeople {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly members: MemberRepository,
    private readonly users: UserRepository,
    private readonly invitations: AccountInvitationRepository,
    private readonly limits: AccountLimits,
  ) {}

  /**
   * Others that invite to the account wait until the transaction ends.
   *
   * @returns language of the mail
   * @throws AppError `conflict` for a user of the account, `quota_exceeded`
   */
  async admit({ accountId, email, now }: WantedInvitation, tx: EntityManager): Promise<UserLanguage> {
    await this.members.lock(accountId, tx);
    const user = await this.users.findByEmail(email, tx);
    if (user && (await this.accounts.roleOf(accountId, user.id, tx)))
      throw new AppError('conflict', `${email} is a user of this account already`);
    await this.invitations.deleteExpired(accountId, now, tx);
    const others = (await this.invitations.list(accountId, now, tx)).filter((one) => one.email !== email).length;
    await admitWithinQuota(tx, {
      name: `invitations/${accountId}`,
      count: async () => others,
      max: ACCOUNT_INVITATIONS_MAX,
      refusal: `An account has at most ${ACCOUNT_INVITATIONS_MAX} pending invitations`,
    });
    const { type, limits } = await this.accounts.get(accountId, tx);
    const { max_users: max } = this.limits.set(type, limits);
    if (max !== undefined && others + (await this.accounts.countMembers(accountId, tx)) + 1 > max)
      throw new AppError('quota_exceeded', membersRefusal(max));
    return user?.language ?? 'EN';
  }
}
