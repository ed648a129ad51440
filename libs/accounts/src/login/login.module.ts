import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { OauthModule } from '../oauth/oauth.module';
import { PasswordModule } from '../password/password.module';
import { RecoveryModule } from '../recovery/recovery.module';
import { UserTokenModule } from '../token/user-token.module';
import { LogOut } from './log-out.service';
import { LoginHandlers } from './login.handlers';
import { LoginService } from './login.service';

/** Sign-in by password, for scripts, and sign-out. */
@Module({
  imports: [accountsDatabase, OauthModule, PasswordModule, RecoveryModule, UserTokenModule],
  controllers: [LoginHandlers],
  providers: [LogOut, LoginService],
})
export class LoginModule {}
