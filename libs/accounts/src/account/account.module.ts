import { busFor } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { UserRowsModule } from '../user/user-rows.module';
import { ZoneModule } from '../zone/zone.module';
import { AccountHandlers } from './account.handlers';
import { AccountRepository } from './account.repository';
import { AccountService } from './account.service';
import { BlockingService } from './blocking.service';
import { MemberService } from './member.service';

/** Accounts, their members, and the features that are blocked for them. */
@Module({
  imports: [accountsDatabase, UserRowsModule, ZoneModule],
  controllers: [AccountHandlers],
  providers: [
    busFor({ publishes: [accessChanged] }),
    AccountRepository,
    AccountService,
    BlockingService,
    MemberService,
  ],
  exports: [AccountRepository],
})
export class AccountModule {}
