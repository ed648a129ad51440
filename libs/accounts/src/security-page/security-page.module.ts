import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { OauthModule } from '../oauth/oauth.module';
import { PasskeyModule } from '../passkey/passkey.module';
import { SecondFactorModule } from '../second-factor/second-factor.module';
import { SecurityPageHandlers } from './security-page.handlers';
import { SecurityPages } from './security-pages';
import { SecurityView } from './security-view';

/** The page on which users manage how they sign in. */
@Module({
  imports: [accountsDatabase, OauthModule, PasskeyModule, SecondFactorModule],
  controllers: [SecurityPageHandlers],
  providers: [SecurityPages, SecurityView],
})
export class SecurityPageModule {}
