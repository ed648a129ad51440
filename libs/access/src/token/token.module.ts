import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { SecretsModule } from '@lectern/secrets';
import { Module } from '@nestjs/common';
import { UserModule } from '../user/user.module';
import { EphemeralTokenService } from './ephemeral-token.service';
import { ShortLivedKeyHandlers } from './short-lived-key.handlers';
import { TemporalKeyService } from './temporal-key.service';
import { zoneSigner } from './zone-signer';
import { ZoneTokens } from './zone-tokens';

/** Tokens that the zone signs. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, SecretsModule, UserModule],
  controllers: [ShortLivedKeyHandlers],
  providers: [EphemeralTokenService, TemporalKeyService, ZoneTokens, zoneSigner],
  exports: [ZoneTokens],
})
export class TokenModule {}
