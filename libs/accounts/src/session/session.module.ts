import { busFor } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { rowsOf } from '@lectern/database';
import { Module } from '@nestjs/common';
import { accountsDatabase } from '../accounts.database';
import { OauthModule } from '../oauth/oauth.module';
import { RecoveryModule } from '../recovery/recovery.module';
import { UserTokenModule } from '../token/user-token.module';
import { UserRowsModule } from '../user/user-rows.module';
import { Openers } from './openers';
import { SessionHandlers } from './session.handlers';
import { SessionService } from './session.service';
import { SignInCodeEntity } from './sign-in-code.entity';
import { SignInCodeRepository } from './sign-in-code.repository';
import { SignInLink } from './sign-in-link';

/** Sessions of the console, and the link that opens the first one. */
@Module({
  imports: [accountsDatabase, OauthModule, RecoveryModule, UserTokenModule, UserRowsModule],
  controllers: [SessionHandlers],
  providers: [
    rowsOf(SignInCodeEntity),
    busFor({ publishes: [accessChanged] }),
    Openers,
    SessionService,
    SignInCodeRepository,
    SignInLink,
  ],
})
export class SessionModule {}
