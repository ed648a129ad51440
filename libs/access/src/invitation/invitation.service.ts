import { randomUUID } from 'node:crypto';
import { AppError, utcWithOffset } from '@lectern/contracts/core';
import {
  INVITATION_DAYS,
  type InvitationList,
  type InvitationPayload,
  INVITATIONS_MAX,
} from '@lectern/contracts/knowledge-box';
import { admitWithinQuota, Transactions } from '@lectern/database';
import { InvitationRepository } from './invitation.repository';
import { Mailer, MailLinks } from '@lectern/mail';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { randomSecret, tokenHash } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { KnowledgeBoxUserService } from '../user/knowledge-box-user.service';
import { invitationMail } from './invitation-mail';

const DAY_MS = 86_400_000;
/** Distinguishes links of zones from those of the accounts host. */
const PREFIX = 'kb.';

/** Invites people to knowledge boxes. */
@Injectable()
export class InvitationService {
  private readonly links = new MailLinks();

  constructor(
    private readonly transactions: Transactions,
    private readonly boxes: KnowledgeBoxRepository,
    private readonly invitations: InvitationRepository,
    private readonly users: KnowledgeBoxUserService,
    private readonly mails: Mailer,
  ) {}

  /** @throws AppError `conflict` for a user of the box, `invalid_request`, `quota_exceeded`, `unavailable` */
  async create(kbid: string, { email: written, role, came_from }: InvitationPayload): Promise<null> {
    const [email, now, token] = [written.toLowerCase(), new Date(), `${PREFIX}${randomSecret()}`];
    if (await this.users.isUser(kbid, email))
      throw new AppError('conflict', `${email} is a user of this knowledge box already`);
    await this.transactions.run(async (tx) => {
      const { title, allowedOrigins } = await this.boxes.read(kbid, tx);
      const dashboard = came_from ? this.links.dashboard(came_from, allowedOrigins) : undefined;
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
      // Last, and before the commit: without the mail nobody could accept. A mail too many opens nothing.
      const mail = invitationMail({ title, role, token, zone: this.links.zone, dashboard });
      await this.mails.send({ id: randomUUID(), to: email, ...mail }, tx);
    });
    return null;
  }

  async list(kbid: string): Promise<InvitationList> {
    const rows = await this.transactions.read((tx) => this.invitations.list(kbid, new Date(), tx));
    return { invites: rows.map(({ email, role, expires }) => ({ email, role, expires: utcWithOffset(expires) })) };
  }

  /** @throws AppError `not_found` */
  async cancel(kbid: string, email: string): Promise<null> {
    const gone = await this.transactions.run((tx) => this.invitations.delete(kbid, email.toLowerCase(), tx));
    if (!gone) throw new AppError('not_found', 'Invitation not found');
    return null;
  }
}
