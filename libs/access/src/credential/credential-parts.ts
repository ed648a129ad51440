import { AccountBlocks } from '@lectern/knowledge-box-rows';
import { AccessHandlers } from './access.handlers';
import { KnowledgeBoxAccessService } from './knowledge-box-access.service';
import { ZoneCredentialService } from './zone-credential.service';

/** Operations of gateways about a caller. */
export const credentialParts = {
  controllers: [AccessHandlers],
  providers: [AccountBlocks, KnowledgeBoxAccessService, ZoneCredentialService],
};
