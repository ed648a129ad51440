import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { sendMail } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { MailFolder } from './mail-folder';

@Controller()
export class MailHandlers {
  constructor(private readonly mails: MailFolder) {}

  @Handles(sendMail)
  async send({ body }: Request<typeof sendMail>): Promise<null> {
    await this.mails.write({ ...body, date: new Date() });
    return null;
  }
}
