import { busFor } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { rowsOf } from '@lectern/database';
import { SecretsModule, TokenSigner } from '@lectern/secrets';
import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module';
import { accountsDatabase } from '../accounts.database';
import { GroupRowsModule } from '../group/group-rows.module';
import { OauthModule } from '../oauth/oauth.module';
import { UserRowsModule } from '../user/user-rows.module';
import { accountsSigner } from './accounts-signer';
import { CredentialService } from './credential.service';
import { FirstToken } from './first-token';
import { OpenSignIns } from './open-sign-ins';
import { PersonalTokenEntity } from './personal-token.entity';
import { PersonalTokenRepository } from './personal-token.repository';
import { PersonalTokenService } from './personal-token.service';
import { SigningKeyEntity } from './signing-key.entity';
import { SigningKeyRepository } from './signing-key.repository';
import { TokenHandlers } from './token.handlers';
import { TokenHolders } from './token-holders';

/** Personal access tokens, and the credentials of users. */
@Module({
  imports: [accountsDatabase, AccountModule, GroupRowsModule, OauthModule, SecretsModule, UserRowsModule],
  controllers: [TokenHandlers],
  providers: [
    rowsOf(PersonalTokenEntity, SigningKeyEntity),
    busFor({ publishes: [accessChanged] }),
    accountsSigner,
    CredentialService,
    FirstToken,
    OpenSignIns,
    PersonalTokenRepository,
    PersonalTokenService,
    SigningKeyRepository,
    TokenHolders,
  ],
  exports: [CredentialService, FirstToken, OpenSignIns, PersonalTokenRepository, PersonalTokenService, TokenSigner],
})
export class UserTokenModule {}
