import { busFor } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { rowsOf } from '@lectern/database';
import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { LimitsModule } from '../limits/limits.module';
import { SamlSettingsModule } from '../saml-settings/saml-settings.module';
import { UserRowsModule } from '../user/user-rows.module';
import { ZoneModule } from '../zone/zone.module';
import { AccountEntity } from './account.entity';
import { AccountHandlers } from './account.handlers';
import { AccountRepository } from './account.repository';
import { AccountService } from './account.service';
import { BlockingService } from './blocking.service';
import { FormerMemberEntity } from './former-member.entity';
import { FormerMemberRepository } from './former-member.repository';
import { MemberEntity } from './member.entity';
import { MemberRepository } from './member.repository';
import { MemberService } from './member.service';

/** Accounts, their members, and the features that are blocked for them. */
@Module({
  imports: [accountsDatabase, LimitsModule, SamlSettingsModule, UserRowsModule, ZoneModule],
  controllers: [AccountHandlers],
  providers: [
    rowsOf(AccountEntity, FormerMemberEntity, MemberEntity),
    busFor({ publishes: [accessChanged] }),
    AccountRepository,
    AccountService,
    BlockingService,
    FormerMemberRepository,
    MemberRepository,
    MemberService,
  ],
  exports: [AccountRepository, FormerMemberRepository, MemberRepository],
})
export class AccountModule {}
