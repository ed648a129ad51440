import { type AddOptions, TaskQueue } from '@lectern/database';
import { SecretEnvelope } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { deliverMail } from './deliver-mail';
import { MailFolder } from './mail-folder';
import type { OutgoingMail } from './mail-message';
import { SmtpServer } from './smtp-server';

/** Takes mails that a service sends. */
@Injectable()
export class Mailer {
  constructor(
    private readonly smtp: SmtpServer,
    private readonly folder: MailFolder,
    private readonly tasks: TaskQueue,
    private readonly envelope: SecretEnvelope,
  ) {}

  /**
   * The mail lies in the outbox folder when it resolves; or, with an SMTP server, a task sends it after the commit, for
   * three days at most. The task holds the text sealed, since links in it are secrets.
   *
   * @param mail a waiting one with the same id is replaced
   * @throws AppError `unavailable` when nobody picks mails up, `storage_full`
   */
  async send(mail: OutgoingMail, tx?: AddOptions['tx']): Promise<void> {
    const dated = { ...mail, date: new Date() };
    if (!this.smtp.isConfigured) return this.folder.write(dated);
    const { id, date, ...content } = dated;
    const sealed = this.envelope.seal(JSON.stringify(content), purposeOf(id));
    await this.tasks.add(deliverMail, { id, date: date.toISOString(), sealed }, { tx, key: `mail/${id}` });
  }
}

/** For `SecretEnvelope`. */
export function purposeOf(id: string): string {
  return `mail ${id}`;
}
