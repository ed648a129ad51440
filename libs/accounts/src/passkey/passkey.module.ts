import { rowsOf } from '@lectern/database';
import { SecretsModule } from '@lectern/secrets';
import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { PasswordModule } from '../password/password.module';
import { SecondFactorModule } from '../second-factor/second-factor.module';
import { PasskeyChallenges } from './passkey-challenges';
import { PasskeyPlace } from './passkey-place';
import { PasskeyRegistration } from './passkey-registration';
import { PasskeySignIns } from './passkey-sign-ins';
import { PasskeyEntity, UsedChallengeEntity } from './passkey.entity';
import { PasskeyHandlers } from './passkey.handlers';
import { PasskeyRepository } from './passkey.repository';
import { Passkeys } from './passkeys';

/** Sign-ins without a password, by key pairs of authenticators (WebAuthn). */
@Module({
  imports: [accountsDatabase, PasswordModule, SecondFactorModule, SecretsModule],
  controllers: [PasskeyHandlers],
  providers: [
    rowsOf(PasskeyEntity, UsedChallengeEntity),
    PasskeyChallenges,
    PasskeyPlace,
    PasskeyRegistration,
    PasskeyRepository,
    PasskeySignIns,
    Passkeys,
  ],
  exports: [PasskeyPlace, PasskeyRepository, PasskeySignIns, Passkeys],
})
export class PasskeyModule {}
