import { AppError, type Principal, utcWithOffset } from '@lectern/contracts/core';
import {
  INVITATION_DAYS,
  type InvitationList,
  type InvitationPayload,
  INVITATIONS_MAX,
} from '@lectern/contracts/knowledge-box';
import { admitWithinQuota, Transactions } from '@lectern/database';
import { AccessActs } from '../act/access-acts';
import { InvitationMails } from './invitation-mails';
import { InvitationRepository } from './invitation.repository';
import { randomSecret, tokenHash } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { KnowledgeBoxUserService } from '../user/knowledge-box-user.service';

const DAY_MS = 86_400_000;
/** Distinguishes links of zones from those of the accounts host. */
const PREFIX = 'kb.';

/** Invites people to knowledge boxes. */
@Injectable()
export class InvitationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly invitations: InvitationRepository,
    private readonly users: KnowledgeBoxUserService,
    private readonly mails: InvitationMails,
    private readonly acts: AccessActs,
  ) {}

  /** @throws AppError `conflict` for a user of the box, `invalid_request`, `quota_exceeded`, `unavailable` */
  async create(
    kbid: string,
    { email: written, role, came_from: cameFrom }: InvitationPayload,
    principal: Principal,
  ): Promise<null> {
    const [email, now, token] = [written.toLowerCase(), new Date(), `${PREFIX}${randomSecret()}`];
    if (await this.users.isUser(kbid, email))
      throw new AppError('conflict', `${email} is a user of this knowledge box already`);
    await this.transactions.run(async (tx) => {
      await this.invitations.deleteExpired(kbid, now, tx);
      const others = async () => (await this.invitations.list(kbid, now, tx)).filter((one) => one.email !== email);
      await admitWithinQuota(tx, {
        name: `invitations/${kbid}`,
        count: async () => (await others()).length,
        max: INVITATIONS_MAX,
        refusal: `A knowledge box has at most ${INVITATIONS_MAX} pending invitations`,
      });
      const expires = new Date(now.getTime() + INVITATION_DAYS * DAY_MS);
      await this.invitations.put({ kbid, email, role, tokenHash: tokenHash(token), expires }, tx);
      await this.acts.note({ action: 'invited', principal, details: { kbid, email, role } }, tx);
      // Last, and before the commit: without the mail nobody could accept. A mail too many opens nothing.
      await this.mails.send({ kbid, email, role, token, cameFrom }, tx);
    });
    return null;
  }

  async list(kbid: string): Promise<InvitationList> {
    const rows = await this.transactions.read((tx) => this.invitations.list(kbid, new Date(), tx));
    return { invites: rows.map(({ email, role, expires }) => ({ email, role, expires: utcWithOffset(expires) })) };
  }

  /** @throws AppError `not_found` */
  async cancel(kbid: string, written: string, principal: Principal): Promise<null> {
    const email = written.toLowerCase();
    await this.transactions.run(async (tx) => {
      const isGone = await this.invitations.delete(kbid, email, tx);
      if (!isGone) throw new AppError('not_found', 'Invitation not found');
      await this.acts.note({ action: 'invitation_cancelled', principal, details: { kbid, email } }, tx);
    });
    return null;
  }
}
