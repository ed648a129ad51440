import { rowsOf } from '@lectern/database';
import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { SecretsModule } from '@lectern/secrets';
import { Module } from '@nestjs/common';
import { ApiKeyModule } from '../api-key/api-key.module';
import { UserModule } from '../user/user.module';
import { EphemeralTokenService } from './ephemeral-token.service';
import { ShortLivedKeyHandlers } from './short-lived-key.handlers';
import { TemporalKeyService } from './temporal-key.service';
import { zoneSigner } from './zone-signer';
import { ZoneTokens } from './zone-tokens';
import { ZoneSigningKeyEntity } from './zone-signing-key.entity';
import { ZoneSigningKeyRepository } from './zone-signing-key.repository';

/** Tokens that the zone signs. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, ApiKeyModule, SecretsModule, UserModule],
  controllers: [ShortLivedKeyHandlers],
  providers: [
    rowsOf(ZoneSigningKeyEntity),
    ZoneSigningKeyRepository,
    EphemeralTokenService,
    TemporalKeyService,
    ZoneTokens,
    zoneSigner,
  ],
  exports: [ZoneTokens],
})
export class TokenModule {}
