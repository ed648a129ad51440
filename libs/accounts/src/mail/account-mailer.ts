import { randomUUID } from 'node:crypto';
import { deployment } from '@lectern/config';
import type { UserLanguage } from '@lectern/contracts/accounts';
import { Mailer } from '@lectern/mail';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AccountMails, type SignInChange, writtenMail } from './account-mail';
import { englishMails } from './english-mails';
import { spanishMails } from './spanish-mails';

/** Who gets a mail. */
export interface MailReader {
  readonly email: string;
  readonly language: UserLanguage;
}

/** A mail with a link. */
export interface LinkMail extends MailReader {
  readonly kind: keyof typeof pages;
  /** In the link, where it has one. */
  readonly token?: string;
}

/** An invitation to an account. */
export interface InvitationLink {
  readonly token: string;
  /** Of the account. */
  readonly title: string;
  /** Of the dashboard; this deployment by default. */
  readonly origin?: string;
}

/** Of a title in a mail. */
const TITLE_CHARS_MAX = 80;

/** Pages that links of mails lead to. */
const pages = {
  signUp: '/user/magic?token=',
  newAddress: '/user/magic?token=',
  recovery: '/user/reset?token=',
  setUp: '/user/setup?token=',
  userExists: '/user/recover?',
  passwordChanged: '/user/recover?',
} as const;

/** Sends the mails of the accounts host, in the language of their reader. Links lead to this deployment alone. */
@Injectable()
export class AccountMailer {
  private readonly origin = deployment().publicUrl;

  constructor(private readonly mailer: Mailer) {}

  /** @throws AppError as `Mailer.send` */
  async sendLink({ kind, token = '', ...reader }: LinkMail, tx: EntityManager): Promise<void> {
    const link = `${this.origin}${pages[kind]}${token}`.replace(/\?$/, '');
    await this.send(reader, (mails) => mails[kind](this.place, link), tx);
  }

  async sendInvitation(reader: MailReader, invitation: InvitationLink, tx: EntityManager): Promise<void> {
    const { token, title, origin = this.origin } = invitation;
    const link = `${origin}/user/magic?token=${token}`;
    // A title of several lines could pass for lines of the mail.
    const name = title.replaceAll(/\s+/g, ' ').trim().slice(0, TITLE_CHARS_MAX);
    await this.send(reader, (mails) => mails.invitation(new URL(origin).host, link, name), tx);
  }

  async sendCode(reader: MailReader, code: string, tx: EntityManager): Promise<void> {
    await this.send(reader, (mails) => mails.code(this.place, code), tx);
  }

  async sendAddressChanged(reader: MailReader, tx: EntityManager): Promise<void> {
    await this.send(reader, (mails) => mails.addressChanged(this.place), tx);
  }

  async sendSignInChanged(reader: MailReader, change: SignInChange, tx: EntityManager): Promise<void> {
    const link = `${this.origin}/user/recover`;
    await this.send(reader, (mails) => mails.signInChanged(this.place, link, change), tx);
  }

  private get place(): string {
    return new URL(this.origin).host;
  }

  private async send(
    { email, language }: MailReader,
    words: (mails: AccountMails) => Parameters<typeof writtenMail>[0],
    tx: EntityManager,
  ): Promise<void> {
    const isSpanish = language === 'ES' || language === 'CA';
    const mail = writtenMail(words(isSpanish ? spanishMails : englishMails), isSpanish ? 'es' : 'en');
    await this.mailer.send({ id: randomUUID(), to: email, ...mail }, tx);
  }
}
