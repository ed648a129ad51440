import { busFor } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { rowsOf } from '@lectern/database';
import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { AccountGroupEntity, AccountGroupPersonEntity } from './account-group.entity';
import { AccountGroupRepository } from './account-group.repository';
import { AssertedGroups } from './asserted-groups';
import { GroupWriter } from './group-writer';

/** Rows of groups of accounts, and the one way to change them. */
@Module({
  imports: [accountsDatabase],
  providers: [
    busFor({ publishes: [accessChanged] }),
    rowsOf(AccountGroupEntity, AccountGroupPersonEntity),
    AccountGroupRepository,
    AssertedGroups,
    GroupWriter,
  ],
  exports: [AccountGroupRepository, AssertedGroups, GroupWriter],
})
export class GroupRowsModule {}
