import { rowsOf } from '@lectern/database';
import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { AccountGroupEntity, AccountGroupPersonEntity } from './account-group.entity';
import { AccountGroupRepository } from './account-group.repository';

/** Rows of groups of accounts. */
@Module({
  imports: [accountsDatabase],
  providers: [rowsOf(AccountGroupEntity, AccountGroupPersonEntity), AccountGroupRepository],
  exports: [AccountGroupRepository],
})
export class GroupRowsModule {}
