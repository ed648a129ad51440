import { handlersOf, On } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import {
  describeAgent,
  readHeldRight,
  resolveAgentAccess,
  resolveKnowledgeBoxAccess,
  verifyZoneCredential,
} from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { HeldRights } from './held-rights.service';
import { KnowledgeBoxAccessService } from './knowledge-box-access.service';
import { ZoneCredentialService } from './zone-credential.service';

type AccessChange = NonNullable<(typeof accessChanged)['data']>;

export const AccessAnswers = handlersOf(ZoneCredentialService)
  .answer(verifyZoneCredential, (credentials, { body }) => credentials.verify(body))
  .of(HeldRights)
  .answer(readHeldRight, (rights, { body }) => rights.read(body))
  .of(KnowledgeBoxAccessService)
  .answer(resolveKnowledgeBoxAccess, (access, { body }) => access.resolve(body))
  .answer(resolveAgentAccess, (access, { body }) => access.resolveAgent(body))
  .answer(describeAgent, (access, { body }) => access.describeAgent(body));

@Controller()
export class AccessHandlers {
  constructor(private readonly access: KnowledgeBoxAccessService) {}

  @On(accessChanged)
  changed({ account }: AccessChange): void {
    if (account !== undefined) this.access.invalidate(account);
  }
}
