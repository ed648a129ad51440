import { LOGO_BYTES_MAX, type LogoForm, type LogoImage } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { AccountRepository } from '../account/account.repository';
import { requireSame, type TwiceNamed } from '../settings/account-settings.service';
import { logoTypeOf } from './logo-type';
import { LogoEntity } from './logo.entity';

/** Pictures of accounts. */
@Injectable()
export class LogoService {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountRepository,
  ) {}

  /** @throws AppError `not_found`, `too_large`, `unsupported_media_type` */
  async put(named: TwiceNamed, { file }: LogoForm): Promise<null> {
    const content = Buffer.from(file.base64, 'base64');
    if (content.length > LOGO_BYTES_MAX) throw new AppError('too_large', `A logo has at most ${LOGO_BYTES_MAX} bytes`);
    const contentType = logoTypeOf(content);
    if (!contentType)
      throw new AppError('unsupported_media_type', 'A logo is a PNG, JPEG, GIF or WebP; the file has another type');
    await this.transactions.run(async (tx) => {
      await requireSame(this.accounts, named, tx);
      await tx.upsert(LogoEntity, { accountId: named.account, content, contentType }, ['accountId']);
    });
    return null;
  }

  /** @throws AppError `not_found` */
  async get(named: TwiceNamed): Promise<LogoImage> {
    return this.transactions.read(async (tx) => {
      await requireSame(this.accounts, named, tx);
      const logo = await tx.findOneBy(LogoEntity, { accountId: named.account });
      if (!logo) throw new AppError('not_found', 'The account has no logo');
      return { base64: logo.content.toString('base64'), contentType: logo.contentType, inline: true };
    });
  }
}
