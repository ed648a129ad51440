import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { sendMail } from '@lectern/contracts/knowledge-box';
import { Mailer } from '@lectern/mail';
import { Controller } from '@nestjs/common';

@Controller()
export class MailHandlers {
  constructor(private readonly mails: Mailer) {}

  @Handles(sendMail)
  async send({ body }: Request<typeof sendMail>): Promise<null> {
    await this.mails.send(body);
    return null;
  }
}
