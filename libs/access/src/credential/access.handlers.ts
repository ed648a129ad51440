import { Handles, On } from '@lectern/bus';
import { accessChanged, type Request } from '@lectern/contracts/core';
import {
  describeAgent,
  resolveAgentAccess,
  resolveKnowledgeBoxAccess,
  verifyZoneCredential,
} from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { KnowledgeBoxAccessService } from './knowledge-box-access.service';
import { ZoneCredentialService } from './zone-credential.service';

type AccessChange = NonNullable<(typeof accessChanged)['data']>;

@Controller()
export class AccessHandlers {
  constructor(
    private readonly credentials: ZoneCredentialService,
    private readonly access: KnowledgeBoxAccessService,
  ) {}

  @Handles(verifyZoneCredential)
  verify({ body }: Request<typeof verifyZoneCredential>) {
    return this.credentials.verify(body);
  }

  @Handles(resolveKnowledgeBoxAccess)
  resolve({ body }: Request<typeof resolveKnowledgeBoxAccess>) {
    return this.access.resolve(body);
  }

  @Handles(resolveAgentAccess)
  resolveAgent({ body }: Request<typeof resolveAgentAccess>) {
    return this.access.resolveAgent(body);
  }

  @Handles(describeAgent)
  describeAgent({ body }: Request<typeof describeAgent>) {
    return this.access.describeAgent(body);
  }

  @On(accessChanged)
  changed({ account }: AccessChange): void {
    if (account !== undefined) this.access.invalidate(account);
  }
}
