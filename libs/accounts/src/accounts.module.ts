import { Module } from '@nestjs/common';
import { AccessChangeModule } from './access-change/access-change.module';
import { AccountModule } from './account/account.module';
import { FirstStartModule } from './first-start/first-start.module';
import { OauthModule } from './oauth/oauth.module';
import { ProfileModule } from './profile/profile.module';
import { SamlModule } from './saml/saml.module';
import { SessionModule } from './session/session.module';
import { SignInProviderModule } from './sign-in-provider/sign-in-provider.module';
import { UserTokenModule } from './token/user-token.module';
import { ZoneModule } from './zone/zone.module';

/** Users, accounts, personal access tokens, zones. Needs `BusModule`. */
@Module({
  imports: [
    AccessChangeModule,
    AccountModule,
    FirstStartModule,
    OauthModule,
    ProfileModule,
    SamlModule,
    SessionModule,
    SignInProviderModule,
    UserTokenModule,
    ZoneModule,
  ],
})
export class AccountsModule {}
