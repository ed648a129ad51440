import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { AccountMailModule } from '../mail/account-mail.module';
import { MailTokenModule } from '../mail-token/mail-token.module';
import { PasswordModule } from '../password/password.module';
import { SignUpModule } from '../sign-up/sign-up.module';
import { UserTokenModule } from '../token/user-token.module';
import { UserRowsModule } from '../user/user-rows.module';
import { PasswordChange } from './password-change';
import { RecoveryMail } from './recovery-mail.task';
import { RecoveryStart } from './recovery-start';
import { RecoveryHandlers } from './recovery.handlers';
import { RecoveryService } from './recovery.service';
import { SetUpLink } from './set-up-link';

/** Passwords that users forgot, or did not choose yet. */
@Module({
  imports: [
    accountsDatabase,
    AccountMailModule,
    MailTokenModule,
    PasswordModule,
    SignUpModule,
    UserRowsModule,
    UserTokenModule,
  ],
  controllers: [RecoveryHandlers],
  providers: [PasswordChange, RecoveryMail, RecoveryService, RecoveryStart, SetUpLink],
  exports: [PasswordChange, RecoveryService, RecoveryStart, SetUpLink],
})
export class RecoveryModule {}
