import { ApiKeyEntity } from './api-key.entity';
import { ApiKeyRepository } from './api-key.repository';
import { InvitationEntity } from './invitation.entity';
import { InvitationRepository } from './invitation.repository';
import { KnowledgeBoxUserEntity } from './knowledge-box-user.entity';
import { KnowledgeBoxUserRepository } from './knowledge-box-user.repository';
import { NuaClientEntity } from './nua-client.entity';
import { NuaClientEventEntity } from './nua-client-event.entity';
import { NuaClientRepository } from './nua-client.repository';
import { ServiceAccountEntity } from './service-account.entity';
import { ServiceAccountRepository } from './service-account.repository';
import { ZoneSigningKeyEntity } from './zone-signing-key.entity';
import { ZoneSigningKeyRepository } from './zone-signing-key.repository';

/** Access to knowledge boxes. */
export const accessRows = {
  entities: [
    ApiKeyEntity,
    InvitationEntity,
    KnowledgeBoxUserEntity,
    NuaClientEntity,
    NuaClientEventEntity,
    ServiceAccountEntity,
    ZoneSigningKeyEntity,
  ],
  providers: [
    ApiKeyRepository,
    InvitationRepository,
    KnowledgeBoxUserRepository,
    NuaClientRepository,
    ServiceAccountRepository,
    ZoneSigningKeyRepository,
  ],
};
