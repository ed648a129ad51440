import { busFor } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { rowsOf } from '@lectern/database';
import { SecretsModule } from '@lectern/secrets';
import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { UserRowsModule } from '../user/user-rows.module';
import { ZoneModule } from '../zone/zone.module';
import { PasswordModule } from '../password/password.module';
import { AccessTokens } from './access-tokens';
import { Authorizations } from './authorizations';
import { Challenges } from './challenges';
import { CodeExchange } from './code-exchange';
import { Devices } from './devices';
import { Issuers } from './issuers';
import { OauthKeyEntity } from './oauth-key.entity';
import { OauthKeyRepository } from './oauth-key.repository';
import { OauthKeys } from './oauth-keys';
import { OauthRecordEntity } from './oauth-record.entity';
import { OauthRecordRepository } from './oauth-record.repository';
import { OauthRecords } from './oauth-records';
import { OauthTidying } from './oauth-tidying';
import { OauthHandlers } from './oauth.handlers';
import { SignOut } from './sign-out';
import { TokenEndpoint } from './token-endpoint';
import { TokenPages } from './token-page';
import { TokenTargets } from './token-targets';
import { UserTokens } from './user-tokens';

/** The authorization server: OAuth 2 and OpenID Connect for people and their applications. */
@Module({
  imports: [accountsDatabase, PasswordModule, SecretsModule, UserRowsModule, ZoneModule],
  controllers: [OauthHandlers],
  providers: [
    rowsOf(OauthRecordEntity, OauthKeyEntity),
    busFor({ publishes: [accessChanged] }),
    AccessTokens,
    Authorizations,
    Challenges,
    CodeExchange,
    Devices,
    Issuers,
    OauthKeyRepository,
    OauthKeys,
    OauthRecordRepository,
    OauthRecords,
    OauthTidying,
    SignOut,
    TokenEndpoint,
    TokenPages,
    TokenTargets,
    UserTokens,
  ],
  exports: [AccessTokens, CodeExchange, OauthRecordRepository, UserTokens],
})
export class OauthModule {}
