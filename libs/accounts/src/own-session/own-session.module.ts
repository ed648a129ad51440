import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { OauthModule } from '../oauth/oauth.module';
import { UserTokenModule } from '../token/user-token.module';
import { OwnSessionHandlers } from './own-session.handlers';
import { OwnSessions } from './own-sessions.service';

/** Sessions of a user, for the user. */
@Module({
  imports: [accountsDatabase, OauthModule, UserTokenModule],
  controllers: [OwnSessionHandlers],
  providers: [OwnSessions],
})
export class OwnSessionModule {}
