import { SecretsModule } from '@lectern/secrets';
import { Module } from '@nestjs/common';
import { knowledgeBoxDatabase } from '../knowledge-box.database';
import { KnowledgeBoxCatalogModule } from '../knowledge-box/knowledge-box-catalog.module';
import { AccessHandlers } from './access.handlers';
import { ApiKeyRepository } from './api-key.repository';
import { ApiKeyService } from './api-key.service';
import { EphemeralTokenService } from './ephemeral-token.service';
import { KnowledgeBoxAccessService } from './knowledge-box-access.service';
import { KnowledgeBoxUserHandlers } from './knowledge-box-user.handlers';
import { KnowledgeBoxUserService } from './knowledge-box-user.service';
import { NuaClientHandlers } from './nua-client.handlers';
import { NuaClientRepository } from './nua-client.repository';
import { NuaClientService } from './nua-client.service';
import { ServiceAccountHandlers } from './service-account.handlers';
import { ServiceAccountRepository } from './service-account.repository';
import { ServiceAccountService } from './service-account.service';
import { ShortLivedKeyHandlers } from './short-lived-key.handlers';
import { SigningKeyRepository } from './signing-key.repository';
import { TemporalKeyService } from './temporal-key.service';
import { ZoneCredentialService } from './zone-credential.service';
import { zoneSigner } from './zone-signer';
import { ZoneTokens } from './zone-tokens';

/** Who may use the knowledge boxes of this zone: keys, tokens, users. Needs `BusModule`. */
@Module({
  imports: [knowledgeBoxDatabase, SecretsModule, KnowledgeBoxCatalogModule],
  controllers: [
    AccessHandlers,
    ServiceAccountHandlers,
    ShortLivedKeyHandlers,
    NuaClientHandlers,
    KnowledgeBoxUserHandlers,
  ],
  providers: [
    ApiKeyRepository,
    NuaClientRepository,
    ServiceAccountRepository,
    SigningKeyRepository,
    zoneSigner,
    ZoneTokens,
    ApiKeyService,
    EphemeralTokenService,
    KnowledgeBoxAccessService,
    KnowledgeBoxUserService,
    NuaClientService,
    ServiceAccountService,
    TemporalKeyService,
    ZoneCredentialService,
  ],
})
export class AccessModule {}
