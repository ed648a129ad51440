import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module';
import { accountsDatabase } from '../accounts.database';
import { PasskeyModule } from '../passkey/passkey.module';
import { SecondFactorModule } from '../second-factor/second-factor.module';
import { FactorReset } from './factor-reset';
import { FactorResetHandlers } from './factor-reset.handlers';

/** Second factors of people who lost them. */
@Module({
  imports: [accountsDatabase, AccountModule, PasskeyModule, SecondFactorModule],
  controllers: [FactorResetHandlers],
  providers: [FactorReset],
})
export class FactorResetModule {}
