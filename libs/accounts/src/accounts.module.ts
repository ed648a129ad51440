import { Module } from '@nestjs/common';
import { AccessChangeModule } from './access-change/access-change.module';
import { AccountModule } from './account/account.module';
import { EmailCodeModule } from './email-code/email-code.module';
import { FirstStartModule } from './first-start/first-start.module';
import { LoginModule } from './login/login.module';
import { OauthModule } from './oauth/oauth.module';
import { PeoplePageModule } from './people-page/people-page.module';
import { ProfileModule } from './profile/profile.module';
import { RecoveryModule } from './recovery/recovery.module';
import { SessionModule } from './session/session.module';
import { SignUpModule } from './sign-up/sign-up.module';
import { UserTokenModule } from './token/user-token.module';
import { ZoneModule } from './zone/zone.module';

/** Users, accounts, personal access tokens, zones. Needs `BusModule`. */
@Module({
  imports: [
    AccessChangeModule,
    AccountModule,
    EmailCodeModule,
    FirstStartModule,
    LoginModule,
    OauthModule,
    PeoplePageModule,
    ProfileModule,
    RecoveryModule,
    SessionModule,
    SignUpModule,
    UserTokenModule,
    ZoneModule,
  ],
})
export class AccountsModule {}
