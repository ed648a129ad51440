import { Module } from '@nestjs/common';
import { accountsMail } from '../accounts.database';
import { AccountMailer } from './account-mailer';

/** Mails of the accounts host. */
@Module({ imports: [accountsMail], providers: [AccountMailer], exports: [AccountMailer] })
export class AccountMailModule {}
