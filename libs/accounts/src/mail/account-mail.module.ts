import { MailModule } from '@lectern/mail';
import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { AccountMailer } from './account-mailer';

/** Mails of the accounts host. */
@Module({ imports: [MailModule.forFeature(accountsDatabase)], providers: [AccountMailer], exports: [AccountMailer] })
export class AccountMailModule {}
