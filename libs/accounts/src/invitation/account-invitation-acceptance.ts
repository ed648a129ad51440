import { Bus } from '@lectern/bus';
import type { MagicStep } from '@lectern/contracts/accounts';
import { accessChanged } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { tokenHash } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { AccountRepository } from '../account/account.repository';
import { AccountInvitationRepository } from './account-invitation.repository';
import { InvitedUsers } from './invited-users';

/** Beginning of the tokens of invitations to accounts. */
export const ACCOUNT_INVITATION = 'account.';

/** Makes users of accounts of those who were invited. */
@Injectable()
export class AccountInvitationAcceptance {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountRepository,
    private readonly invitations: AccountInvitationRepository,
    private readonly invited: InvitedUsers,
    private readonly bus: Bus,
  ) {}

  /**
   * The link proves that the person reads the mail of the address.
   *
   * @returns undefined for the token of something else
   * @throws AppError `bad_request` for a link that does not count, `quota_exceeded`
   */
  async accept(token: string): Promise<MagicStep | undefined> {
    if (!token.startsWith(ACCOUNT_INVITATION)) return undefined;
    const { step, touched } = await this.transactions.run(async (tx) => {
      const invitation = await this.invitations.use(tokenHash(token), new Date(), tx);
      const { slug } = await this.accounts.get(invitation.accountId, tx);
      const { setup, touched: changed } = await this.invited.join(invitation, tx);
      const from = invitation.cameFrom === null ? {} : { came_from: invitation.cameFrom };
      const goes: MagicStep = { action: 'goaccount', account: slug, ...from, ...setup };
      return { step: goes, touched: changed };
    });
    for (const user of touched) this.bus.publish(accessChanged, { user });
    return step;
  }
}
