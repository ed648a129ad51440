import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module';
import { accountsDatabase } from '../accounts.database';
import { UserTokenModule } from '../token/user-token.module';
import { UserRowsModule } from '../user/user-rows.module';
import { FirstStart } from './first-start.service';

/** The first user, account and token of a deployment. */
@Module({ imports: [accountsDatabase, AccountModule, UserTokenModule, UserRowsModule], providers: [FirstStart] })
export class FirstStartModule {}
