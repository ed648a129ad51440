import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { OauthModule } from '../oauth/oauth.module';
import { PasswordModule } from '../password/password.module';
import { RecoveryModule } from '../recovery/recovery.module';
import { SecondFactorModule } from '../second-factor/second-factor.module';
import { UserTokenModule } from '../token/user-token.module';
import { LogOut } from './log-out.service';
import { LoginHandlers } from './login.handlers';
import { LoginService } from './login.service';
import { OwnPasswords } from './own-passwords';

/** Sign-in by password, for scripts, and sign-out. */
@Module({
  imports: [accountsDatabase, OauthModule, PasswordModule, RecoveryModule, SecondFactorModule, UserTokenModule],
  controllers: [LoginHandlers],
  providers: [LogOut, LoginService, OwnPasswords],
})
export class LoginModule {}
