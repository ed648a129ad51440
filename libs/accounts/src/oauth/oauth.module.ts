import { busFor } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { rowsOf } from '@lectern/database';
import { SecretsModule } from '@lectern/secrets';
import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { UserRowsModule } from '../user/user-rows.module';
import { AccessTokens } from './access-tokens';
import { Issuers } from './issuers';
import { OauthKeyEntity } from './oauth-key.entity';
import { OauthKeyRepository } from './oauth-key.repository';
import { OauthKeys } from './oauth-keys';
import { OauthRecordEntity } from './oauth-record.entity';
import { OauthRecordRepository } from './oauth-record.repository';
import { OauthRecords } from './oauth-records';
import { UserTokens } from './user-tokens';

/** The authorization server: OAuth 2 and OpenID Connect for people and their applications. */
@Module({
  imports: [accountsDatabase, SecretsModule, UserRowsModule],
  providers: [
    rowsOf(OauthRecordEntity, OauthKeyEntity),
    busFor({ publishes: [accessChanged] }),
    AccessTokens,
    Issuers,
    OauthKeyRepository,
    OauthKeys,
    OauthRecordRepository,
    OauthRecords,
    UserTokens,
  ],
  exports: [AccessTokens, OauthRecordRepository, UserTokens],
})
export class OauthModule {}
