import { busFor } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { NuaClientModule } from '../nua-client/nua-client.module';
import { ApiKeyModule } from '../api-key/api-key.module';
import { TokenModule } from '../token/token.module';
import { ApiKeyService } from './api-key.service';
import { ServiceAccountHandlers } from './service-account.handlers';
import { ServiceAccountService } from './service-account.service';

const bus = busFor({ publishes: [accessChanged] });

/** Service accounts and their API keys. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, NuaClientModule, ApiKeyModule, TokenModule],
  controllers: [ServiceAccountHandlers],
  providers: [bus, ApiKeyService, ServiceAccountService],
})
export class ServiceAccountModule {}
