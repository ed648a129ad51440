import { busFor } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module';
import { accountsDatabase } from '../accounts.database';
import { LimitsModule } from '../limits/limits.module';
import { UserRowsModule } from '../user/user-rows.module';
import { ZoneModule } from '../zone/zone.module';
import { AccountMemberService } from './account-member.service';
import { FormerMembersTask } from './former-members.task';
import { ManagedMemberService } from './managed-member.service';
import { MemberLimits } from './member-limits';
import { AccountMemberHandlers } from './member.handlers';
import { MembershipWriter } from './membership-writer';

/** Who belongs to an account. */
@Module({
  imports: [accountsDatabase, AccountModule, LimitsModule, UserRowsModule, ZoneModule],
  controllers: [AccountMemberHandlers],
  providers: [
    busFor({ publishes: [accessChanged] }),
    AccountMemberService,
    FormerMembersTask,
    ManagedMemberService,
    MemberLimits,
    MembershipWriter,
  ],
  exports: [MemberLimits, MembershipWriter],
})
export class MemberModule {}
