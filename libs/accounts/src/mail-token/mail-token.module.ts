import { rowsOf } from '@lectern/database';
import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { UserRowsModule } from '../user/user-rows.module';
import { MailTokenEntity } from './mail-token.entity';
import { MailTokens } from './mail-tokens';

/** Tokens in the links of mails. */
@Module({
  imports: [accountsDatabase, UserRowsModule],
  providers: [rowsOf(MailTokenEntity), MailTokens],
  exports: [MailTokens],
})
export class MailTokenModule {}
