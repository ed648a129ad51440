import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { KeyValueCheck } from './key-value-check';
import { KeyValueQueryService } from './key-value-query.service';
import { KvSchemaHandlers } from './kv-schema.handlers';
import { KvSchemaService } from './kv-schema.service';

/** Schemas of key-value fields, and search by value. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule],
  controllers: [KvSchemaHandlers],
  providers: [KeyValueCheck, KeyValueQueryService, KvSchemaService],
  exports: [KeyValueCheck],
})
export class KvSchemaModule {}
