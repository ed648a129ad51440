import { busFor } from '@lectern/bus';
import {
  endSession,
  openSession,
  readUserNames,
  resolveAccount,
  verifyScimToken,
  verifyUserCredential,
} from '@lectern/contracts/accounts';
import { resolveKnowledgeBoxAccess, verifyZoneCredential } from '@lectern/contracts/knowledge-box';
import { Module } from '@nestjs/common';
import { AccessService } from './access.service';
import { Authorizer } from './authorizer';
import { AuthorizerRoutes } from './authorizer.routes';

const bus = busFor({
  calls: [
    endSession,
    openSession,
    readUserNames,
    resolveAccount,
    resolveKnowledgeBoxAccess,
    verifyScimToken,
    verifyUserCredential,
    verifyZoneCredential,
  ],
});

/** Callers, and what they may do. */
@Module({
  providers: [bus, AccessService, Authorizer, AuthorizerRoutes],
  exports: [AccessService, Authorizer, AuthorizerRoutes],
})
export class AuthorizationModule {}
