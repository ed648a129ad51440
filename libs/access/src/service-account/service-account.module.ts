import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { AccessActModule } from '../act/access-act.module';
import { NuaClientModule } from '../nua-client/nua-client.module';
import { ApiKeyModule } from '../api-key/api-key.module';
import { TokenModule } from '../token/token.module';
import { ApiKeyService } from './api-key.service';
import { ServiceAccountHandlers } from './service-account.handlers';
import { ServiceAccountService } from './service-account.service';

/** Service accounts and their API keys. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, AccessActModule, NuaClientModule, ApiKeyModule, TokenModule],
  controllers: [ServiceAccountHandlers],
  providers: [ApiKeyService, ServiceAccountService],
})
export class ServiceAccountModule {}
