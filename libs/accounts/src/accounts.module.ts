import { accountsKeys } from '@lectern/contracts/accounts';
import { KeyRotationModule } from '@lectern/key-rotation';
import { accountsDatabase, accountsSealed } from './accounts.database';
import { Module } from '@nestjs/common';
import { AccessChangeModule } from './access-change/access-change.module';
import { AccountModule } from './account/account.module';
import { AuditModule } from './audit/audit.module';
import { DomainModule } from './domain/domain.module';
import { EmailCodeModule } from './email-code/email-code.module';
import { FactorResetModule } from './factor-reset/factor-reset.module';
import { FirstStartModule } from './first-start/first-start.module';
import { LoginModule } from './login/login.module';
import { OauthModule } from './oauth/oauth.module';
import { OwnSessionModule } from './own-session/own-session.module';
import { PasskeyModule } from './passkey/passkey.module';
import { PeoplePageModule } from './people-page/people-page.module';
import { AccountInvitationModule } from './invitation/account-invitation.module';
import { AccountGroupModule } from './group/account-group.module';
import { LogoModule } from './logo/logo.module';
import { MemberModule } from './member/member.module';
import { ProfileModule } from './profile/profile.module';
import { RecoveryModule } from './recovery/recovery.module';
import { SamlModule } from './saml/saml.module';
import { SecondFactorModule } from './second-factor/second-factor.module';
import { SecurityPageModule } from './security-page/security-page.module';
import { ScimModule } from './scim/scim.module';
import { ScimTokenModule } from './scim-token/scim-token.module';
import { SessionModule } from './session/session.module';
import { SignInReturnModule } from './sign-in-return/sign-in-return.module';
import { SignInProviderModule } from './sign-in-provider/sign-in-provider.module';
import { SettingsModule } from './settings/settings.module';
import { SignUpModule } from './sign-up/sign-up.module';
import { UserTokenModule } from './token/user-token.module';
import { AccountUsageModule } from './usage/account-usage.module';
import { ZoneModule } from './zone/zone.module';

const keys = KeyRotationModule.forService({
  database: accountsDatabase,
  schema: 'accounts',
  sealed: accountsSealed,
  operations: accountsKeys,
});

/** Users, accounts, personal access tokens, zones. Needs `BusModule`. */
@Module({
  imports: [
    keys,
    AccessChangeModule,
    AccountGroupModule,
    AccountInvitationModule,
    AccountModule,
    AuditModule,
    DomainModule,
    EmailCodeModule,
    FactorResetModule,
    FirstStartModule,
    LoginModule,
    OauthModule,
    OwnSessionModule,
    PasskeyModule,
    PeoplePageModule,
    LogoModule,
    MemberModule,
    ProfileModule,
    RecoveryModule,
    SamlModule,
    SecondFactorModule,
    SecurityPageModule,
    ScimModule,
    ScimTokenModule,
    SessionModule,
    SignInProviderModule,
    SignInReturnModule,
    SettingsModule,
    SignUpModule,
    AccountUsageModule,
    UserTokenModule,
    ZoneModule,
  ],
})
export class AccountsModule {}
