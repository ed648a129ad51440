import { readConfig } from '@lectern/config';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { type MailMessage, mailText } from './mail-message';
import { mailConfig } from './mail.config';

/** RFC 5321, 4.5.3.2: five minutes for most answers, ten for the last one. Waiting less would send mails twice. */
const ANSWER_MS = 10 * 60_000;
const CONNECTION_MS = 60_000;
const CONNECTIONS = 4;

/** The SMTP server of the deployment, if it has one. */
@Injectable()
export class SmtpServer implements OnModuleDestroy {
  private readonly config = readConfig(mailConfig);
  private readonly transport = this.config.SMTP_URL === undefined ? undefined : transportTo(this.config.SMTP_URL);

  get isConfigured(): boolean {
    return this.transport !== undefined;
  }

  /** @throws Error with the answer of the server unless it has taken the mail */
  async send(message: Omit<MailMessage, 'from'>): Promise<void> {
    if (!this.transport) throw new Error('There is no SMTP_URL any more');
    const from = this.config.MAIL_FROM;
    const raw = await mailText({ ...message, from });
    await this.transport.sendMail({ envelope: { from, to: [message.to] }, raw });
  }

  onModuleDestroy(): void {
    this.transport?.close();
  }
}

/** Without `ignoreTLS=true` in the URL nothing is sent in the clear. */
function transportTo(url: string) {
  const { protocol, searchParams } = new URL(url);
  return createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    requireTLS: protocol === 'smtp:' && searchParams.get('ignoreTLS') !== 'true',
    connectionTimeout: CONNECTION_MS,
    greetingTimeout: ANSWER_MS / 2,
    socketTimeout: ANSWER_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
