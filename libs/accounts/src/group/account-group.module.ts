import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { AccountGroupHandlers } from './account-group.handlers';
import { AccountGroups } from './account-groups.service';
import { GroupRowsModule } from './group-rows.module';

/** Groups of the people of an account, for its owners. */
@Module({
  imports: [accountsDatabase, GroupRowsModule],
  controllers: [AccountGroupHandlers],
  providers: [AccountGroups],
})
export class AccountGroupModule {}
