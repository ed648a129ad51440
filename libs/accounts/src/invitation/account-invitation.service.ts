import {
  ACCOUNT_INVITATION_DAYS,
  type AccountInvitationList,
  type AccountInvitationPayload,
} from '@lectern/contracts/accounts';
import { AppError, type Principal, utcWithOffset } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { MailLinks } from '@lectern/mail';
import { randomSecret, tokenHash } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { AccountRepository } from '../account/account.repository';
import { noteAct } from '../audit-log/note-act';
import { AccountMailer } from '../mail/account-mailer';
import { ACCOUNT_INVITATION } from './account-invitation-acceptance';
import { AccountInvitationRepository } from './account-invitation.repository';
import { InvitedPeople } from './invited-people';

const DAY_MS = 86_400_000;

/** Invites people to accounts. */
@Injectable()
export class AccountInvitationService {
  private readonly links = new MailLinks();

  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountRepository,
    private readonly invitations: AccountInvitationRepository,
    private readonly people: InvitedPeople,
    private readonly mailer: AccountMailer,
  ) {}

  /** @throws AppError `conflict` for a user of the account, `invalid_request`, `quota_exceeded`, `unavailable` */
  async create(
    account: string,
    { email: written, role, came_from: from }: AccountInvitationPayload,
    principal: Principal,
  ): Promise<null> {
    const [email, now, token] = [written.toLowerCase(), new Date(), `${ACCOUNT_INVITATION}${randomSecret()}`];
    const cameFrom = from ? this.links.dashboard(from, null) : null;
    await this.transactions.run(async (tx) => {
      const { id: accountId, title } = await this.accounts.get(account, tx);
      const language = await this.people.admit({ accountId, email, now }, tx);
      const expires = new Date(now.getTime() + ACCOUNT_INVITATION_DAYS * DAY_MS);
      await this.invitations.put({ accountId, email, role, tokenHash: tokenHash(token), expires, cameFrom }, tx);
      await noteAct({ action: 'invited', principal, account: accountId, details: { email, role } }, tx);
      // Last, and before the commit: without the mail nobody could accept. A mail too many opens nothing.
      await this.mailer.sendInvitation({ email, language }, { token, title, origin: cameFrom ?? undefined }, tx);
    });
    return null;
  }

  async list(account: string): Promise<AccountInvitationList> {
    const rows = await this.transactions.read((tx) => this.invitations.list(account, new Date(), tx));
    return { invites: rows.map(({ email, role, expires }) => ({ email, role, expires: utcWithOffset(expires) })) };
  }

  /** @throws AppError `not_found` */
  async cancel(account: string, written: string, principal: Principal): Promise<null> {
    const email = written.toLowerCase();
    await this.transactions.run(async (tx) => {
      const isGone = await this.invitations.delete(account, email, tx);
      if (!isGone) throw new AppError('not_found', 'Invitation not found');
      await noteAct({ action: 'invitation_cancelled', principal, account, details: { email } }, tx);
    });
    return null;
  }
}
