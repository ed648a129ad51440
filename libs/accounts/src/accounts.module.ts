import { Module } from '@nestjs/common';
import { AccessChangeModule } from './access-change/access-change.module';
import { AccountModule } from './account/account.module';
import { EmailCodeModule } from './email-code/email-code.module';
import { FirstStartModule } from './first-start/first-start.module';
import { AccountInvitationModule } from './invitation/account-invitation.module';
import { LogoModule } from './logo/logo.module';
import { MemberModule } from './member/member.module';
import { ProfileModule } from './profile/profile.module';
import { RecoveryModule } from './recovery/recovery.module';
import { SessionModule } from './session/session.module';
import { SettingsModule } from './settings/settings.module';
import { SignUpModule } from './sign-up/sign-up.module';
import { UserTokenModule } from './token/user-token.module';
import { AccountUsageModule } from './usage/account-usage.module';
import { ZoneModule } from './zone/zone.module';

/** Users, accounts, personal access tokens, zones. Needs `BusModule`. */
@Module({
  imports: [
    AccessChangeModule,
    AccountInvitationModule,
    AccountModule,
    EmailCodeModule,
    FirstStartModule,
    LogoModule,
    MemberModule,
    ProfileModule,
    RecoveryModule,
    SessionModule,
    SettingsModule,
    SignUpModule,
    AccountUsageModule,
    UserTokenModule,
    ZoneModule,
  ],
})
export class AccountsModule {}
