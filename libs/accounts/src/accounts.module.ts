import { busFor } from '@lectern/bus';
import { indexRemoteZone } from '@lectern/contracts/accounts';
import { accessChanged } from '@lectern/contracts/core';
import { indexKnowledgeBoxes } from '@lectern/contracts/knowledge-box';
import { SecretsModule } from '@lectern/secrets';
import { Module } from '@nestjs/common';
import { AccessChangeHandlers } from './access-change/access-change.handlers';
import { AccountHandlers } from './account/account.handlers';
import { AccountRepository } from './account/account.repository';
import { AccountService } from './account/account.service';
import { BlockingService } from './account/blocking.service';
import { MemberService } from './account/member.service';
import { accountsDatabase } from './accounts.database';
import { FirstStart } from './first-start.service';
import { Openers } from './session/openers';
import { SessionHandlers } from './session/session.handlers';
import { SessionService } from './session/session.service';
import { SignInCodeRepository } from './session/sign-in-code.repository';
import { SignInLink } from './session/sign-in-link';
import { accountsSigner } from './token/accounts-signer';
import { CredentialService } from './token/credential.service';
import { FirstToken } from './token/first-token';
import { PersonalTokenRepository } from './token/personal-token.repository';
import { PersonalTokenService } from './token/personal-token.service';
import { SigningKeyRepository } from './token/signing-key.repository';
import { TokenHandlers } from './token/token.handlers';
import { UserHandlers } from './user/user.handlers';
import { UserRepository } from './user/user.repository';
import { UserService } from './user/user.service';
import { ZoneBoxes } from './zone/zone-boxes';
import { ZoneHandlers } from './zone/zone.handlers';
import { ZoneRepository } from './zone/zone.repository';
import { ZoneService } from './zone/zone.service';

/** Users, accounts, personal access tokens, zones. Needs `BusModule`. */
@Module({
  imports: [accountsDatabase, SecretsModule],
  controllers: [AccessChangeHandlers, UserHandlers, AccountHandlers, TokenHandlers, SessionHandlers, ZoneHandlers],
  providers: [
    busFor({ calls: [indexKnowledgeBoxes, indexRemoteZone], publishes: [accessChanged] }),
    UserRepository,
    AccountRepository,
    PersonalTokenRepository,
    SigningKeyRepository,
    SignInCodeRepository,
    ZoneRepository,
    accountsSigner,
    FirstToken,
    FirstStart,
    UserService,
    AccountService,
    BlockingService,
    MemberService,
    PersonalTokenService,
    CredentialService,
    Openers,
    SessionService,
    SignInLink,
    ZoneService,
    ZoneBoxes,
  ],
})
export class AccountsModule {}
