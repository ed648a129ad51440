import { randomUUID } from 'node:crypto';
import type { KnowledgeBoxRole } from '@lectern/contracts/core';
import { Mailer, MailLinks } from '@lectern/mail';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { invitationMail } from './invitation-mail';

/** Somebody who is invited to a knowledge box. */
export interface Invited {
  readonly kbid: string;
  readonly email: string;
  readonly role: KnowledgeBoxRole;
  /** Secret of the link. */
  readonly token: string;
  /** Origin of a dashboard that the mail links to. */
  readonly cameFrom?: string | null;
}

/** Sends the mails of invitations. */
@Injectable()
export class InvitationMails {
  private readonly links = new MailLinks();

  constructor(
    private readonly boxes: KnowledgeBoxRepository,
    private readonly mails: Mailer,
  ) {}

  /** @throws AppError `not_found`, `invalid_request` for a dashboard that nobody has configured, `unavailable` */
  async send({ kbid, email, role, token, cameFrom }: Invited, tx: EntityManager): Promise<void> {
    const { title, allowedOrigins } = await this.boxes.read(kbid, tx);
    const dashboard = cameFrom ? this.links.dashboard(cameFrom, allowedOrigins) : undefined;
    const mail = invitationMail({ title, role, token, zone: this.links.zone, dashboard });
    await this.mails.send({ id: randomUUID(), to: email, ...mail }, tx);
  }
}
