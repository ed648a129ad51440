import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { CaptchaModule } from '../captcha/captcha.module';
import { MagicLinkModule } from '../magic-link/magic-link.module';
import { AccountMailModule } from '../mail/account-mail.module';
import { MailTokenModule } from '../mail-token/mail-token.module';
import { OauthModule } from '../oauth/oauth.module';
import { PasswordModule } from '../password/password.module';
import { UserRowsModule } from '../user/user-rows.module';
import { OpenRequests } from './open-requests';
import { SignUpConfirmation } from './sign-up-confirmation';
import { SignUpHandlers, StartedSignUpHandlers } from './sign-up.handlers';
import { SignUpService } from './sign-up.service';

/** Sign-up, and the links of mails. */
@Module({
  imports: [
    accountsDatabase,
    AccountMailModule,
    CaptchaModule,
    MagicLinkModule,
    MailTokenModule,
    OauthModule,
    PasswordModule,
    UserRowsModule,
  ],
  controllers: [SignUpHandlers, StartedSignUpHandlers],
  providers: [OpenRequests, SignUpConfirmation, SignUpService],
  exports: [OpenRequests, SignUpService],
})
export class SignUpModule {}
