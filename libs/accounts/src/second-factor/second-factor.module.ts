import { busFor } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { rowsOf } from '@lectern/database';
import { SecretsModule } from '@lectern/secrets';
import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { AccountMailModule } from '../mail/account-mail.module';
import { PasswordModule } from '../password/password.module';
import { UserRowsModule } from '../user/user-rows.module';
import { FactorNews } from './factor-news';
import { OwnProofs } from './own-proofs';
import { SecondFactorCheck } from './second-factor-check';
import { SecondFactorSettings } from './second-factor-settings';
import { RecoveryCodeEntity, SecondFactorEntity, SignInStepEntity } from './second-factor.entity';
import { SecondFactorHandlers } from './second-factor.handlers';
import { SecondFactorRepository } from './second-factor.repository';
import { SignInSteps } from './sign-in-steps';

/** What people prove besides a password when they sign in. */
@Module({
  imports: [accountsDatabase, AccountMailModule, PasswordModule, SecretsModule, UserRowsModule],
  controllers: [SecondFactorHandlers],
  providers: [
    busFor({ publishes: [accessChanged] }),
    rowsOf(RecoveryCodeEntity, SecondFactorEntity, SignInStepEntity),
    FactorNews,
    OwnProofs,
    SecondFactorCheck,
    SecondFactorRepository,
    SecondFactorSettings,
    SignInSteps,
  ],
  exports: [FactorNews, OwnProofs, SecondFactorCheck, SecondFactorRepository, SecondFactorSettings, SignInSteps],
})
export class SecondFactorModule {}
