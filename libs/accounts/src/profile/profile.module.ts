import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module';
import { accountsDatabase } from '../accounts.database';
import { LimitsModule } from '../limits/limits.module';
import { UserRowsModule } from '../user/user-rows.module';
import { UserHandlers } from './user.handlers';
import { UserService } from './user.service';

/** What users see of themselves, and their names for others. */
@Module({
  imports: [accountsDatabase, AccountModule, LimitsModule, UserRowsModule],
  controllers: [UserHandlers],
  providers: [UserService],
})
export class ProfileModule {}
