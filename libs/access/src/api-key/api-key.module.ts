import { rowsOf } from '@lectern/database';
import { knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { ApiKeyEntity } from './api-key.entity';
import { ApiKeyRepository } from './api-key.repository';
import { ServiceAccountEntity } from './service-account.entity';
import { ServiceAccountRepository } from './service-account.repository';

/** Stored service accounts and API keys. */
@Module({
  imports: [knowledgeBoxDatabase],
  providers: [rowsOf(ApiKeyEntity, ServiceAccountEntity), ApiKeyRepository, ServiceAccountRepository],
  exports: [ApiKeyRepository, ServiceAccountRepository],
})
export class ApiKeyModule {}
