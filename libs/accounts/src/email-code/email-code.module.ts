import { rowsOf } from '@lectern/database';
import { SecretsModule } from '@lectern/secrets';
import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { AccountMailModule } from '../mail/account-mail.module';
import { PasswordModule } from '../password/password.module';
import { UserRowsModule } from '../user/user-rows.module';
import { EmailCodeEntity } from './email-code.entity';
import { EmailCodeHandlers } from './email-code.handlers';
import { EmailCodes } from './email-codes';

/** Codes by mail. */
@Module({
  imports: [accountsDatabase, AccountMailModule, PasswordModule, SecretsModule, UserRowsModule],
  controllers: [EmailCodeHandlers],
  providers: [rowsOf(EmailCodeEntity), EmailCodes],
  exports: [EmailCodes],
})
export class EmailCodeModule {}
