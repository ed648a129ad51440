import { Runs } from '@lectern/database';
import { SecretEnvelope } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { deliverMail, type SealedMail } from './deliver-mail';
import { purposeOf } from './mailer';
import { SmtpServer } from './smtp-server';

const AT_ONCE = 4;

/** Gives mails to the SMTP server. */
@Injectable()
export class MailDelivery {
  constructor(
    private readonly smtp: SmtpServer,
    private readonly envelope: SecretEnvelope,
  ) {}

  /** Attempts share a Message-ID: after a crash between the last answer and its note, mail programs show one mail. */
  @Runs(deliverMail, { concurrency: AT_ONCE })
  async run({ id, date, sealed }: SealedMail): Promise<void> {
    const content = JSON.parse(this.envelope.open(sealed, purposeOf(id)));
    await this.smtp.send({ ...content, id, date: new Date(date) });
  }
}
