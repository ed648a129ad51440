import { Module } from '@nestjs/common';
import { AccessChangeModule } from './access-change/access-change.module';
import { AccountModule } from './account/account.module';
import { FirstStartModule } from './first-start/first-start.module';
import { LogoModule } from './logo/logo.module';
import { MemberModule } from './member/member.module';
import { ProfileModule } from './profile/profile.module';
import { SessionModule } from './session/session.module';
import { SettingsModule } from './settings/settings.module';
import { UserTokenModule } from './token/user-token.module';
import { ZoneModule } from './zone/zone.module';

/** Users, accounts, personal access tokens, zones. Needs `BusModule`. */
@Module({
  imports: [
    AccessChangeModule,
    AccountModule,
    FirstStartModule,
    LogoModule,
    MemberModule,
    ProfileModule,
    SessionModule,
    SettingsModule,
    UserTokenModule,
    ZoneModule,
  ],
})
export class AccountsModule {}
