import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataDir, readConfig } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { mailConfig } from './mail.config';
import { mailText, type MailMessage } from './mail-message';

/** Mails that may wait; more means that nothing picks them up. */
const WAITING_MAX = 10_000;
/** Readable for a mail server in the same group, since a mail carries a secret. */
const MODE = 0o640;

/** Leaves mails in a folder, where a mail server picks them up. */
@Injectable()
export class MailFolder {
  private readonly config = readConfig(mailConfig);
  private readonly folder = this.config.MAIL_DIR ?? join(dataDir(), 'mails');

  /** Whole when it resolves. @throws AppError `unavailable` when nobody picks mails up, `storage_full` */
  async write(message: Omit<MailMessage, 'from'>): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o750 });
    if ((await readdir(this.folder)).length >= WAITING_MAX)
      throw new AppError('unavailable', `${WAITING_MAX} mails wait in MAIL_DIR; a mail server must pick them up`);
    const draft = join(this.folder, `.${message.id}`);
    try {
      await writeFile(draft, await mailText({ ...message, from: this.config.MAIL_FROM }), { mode: MODE });
      await rename(draft, join(this.folder, `${message.id}.eml`));
    } catch (error) {
      if (error instanceof Error && Reflect.get(error, 'code') === 'ENOSPC')
        throw new AppError('storage_full', 'The server has no room left for mails', {}, { cause: error });
      throw error;
    }
  }
}
