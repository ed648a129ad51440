import { busFor } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { rowsOf } from '@lectern/database';
import { SecretsModule } from '@lectern/secrets';
import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { UserRowsModule } from '../user/user-rows.module';
import { ZoneModule } from '../zone/zone.module';
import { SecondFactorModule } from '../second-factor/second-factor.module';
import { MailTokenModule } from '../mail-token/mail-token.module';
import { PasskeyModule } from '../passkey/passkey.module';
import { SamlSettingsModule } from '../saml-settings/saml-settings.module';
import { PasswordModule } from '../password/password.module';
import { AccessTokens } from './access-tokens';
import { Authorizations } from './authorizations';
import { CodeExchange } from './code-exchange';
import { BrowserSessions } from './browser-sessions';
import { ConsentChallenges } from './consent-challenges';
import { Devices } from './devices';
import { LoginChallenges } from './login-challenges';
import { LoginPages } from './login-pages';
import { Issuers } from './issuers';
import { OauthKeyEntity } from './oauth-key.entity';
import { OauthKeyRepository } from './oauth-key.repository';
import { OauthKeys } from './oauth-keys';
import { OauthRecordEntity } from './oauth-record.entity';
import { OauthRecordRepository } from './oauth-record.repository';
import { OauthRecords } from './oauth-records';
import { OauthTidying } from './oauth-tidying';
import { OauthHandlers } from './oauth.handlers';
import { PasskeyLogins } from './passkey-logins';
import { Resumptions } from './resumptions';
import { SignInWays } from './sign-in-ways';
import { StartedSignUps } from './started-sign-ups';
import { SignOut } from './sign-out';
import { TokenEndpoint } from './token-endpoint';
import { TokenPages } from './token-page';
import { TokenTargets } from './token-targets';
import { UserTokens } from './user-tokens';

/** The authorization server: OAuth 2 and OpenID Connect for people and their applications. */
@Module({
  imports: [
    accountsDatabase,
    MailTokenModule,
    PasskeyModule,
    PasswordModule,
    SamlSettingsModule,
    SecondFactorModule,
    SecretsModule,
    UserRowsModule,
    ZoneModule,
  ],
  controllers: [OauthHandlers],
  providers: [
    rowsOf(OauthRecordEntity, OauthKeyEntity),
    busFor({ publishes: [accessChanged] }),
    AccessTokens,
    Authorizations,
    CodeExchange,
    BrowserSessions,
    ConsentChallenges,
    Devices,
    Issuers,
    LoginChallenges,
    LoginPages,
    StartedSignUps,
    OauthKeyRepository,
    OauthKeys,
    OauthRecordRepository,
    OauthRecords,
    OauthTidying,
    PasskeyLogins,
    Resumptions,
    SignInWays,
    SignOut,
    TokenEndpoint,
    TokenPages,
    TokenTargets,
    UserTokens,
  ],
  exports: [AccessTokens, BrowserSessions, CodeExchange, OauthRecordRepository, StartedSignUps, UserTokens],
})
export class OauthModule {}
