import { busFor } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { KnowledgeBoxRowsModule, knowledgeBoxDatabase } from '@lectern/knowledge-box-rows';
import { Module } from '@nestjs/common';
import { TokenModule } from '../token/token.module';
import { ApiKeyService } from './api-key.service';
import { ServiceAccountHandlers } from './service-account.handlers';
import { ServiceAccountService } from './service-account.service';

const bus = busFor({ publishes: [accessChanged] });

/** Service accounts and their API keys. */
@Module({
  imports: [knowledgeBoxDatabase, KnowledgeBoxRowsModule, TokenModule],
  controllers: [ServiceAccountHandlers],
  providers: [bus, ApiKeyService, ServiceAccountService],
})
export class ServiceAccountModule {}
