import { rowsOf } from '@lectern/database';
import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { KeyValueCheck } from './key-value-check';
import { KeyValueQueryService } from './key-value-query.service';
import { KvSchemaHandlers } from './kv-schema.handlers';
import { KvSchemaService } from './kv-schema.service';
import { KvSchemaEntity } from './kv-schema.entity';
import { KeyValueRepository } from './key-value.repository';
import { KvSchemaRepository } from './kv-schema.repository';

/** Schemas of key-value fields, and search by value. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule],
  controllers: [KvSchemaHandlers],
  providers: [
    rowsOf(KvSchemaEntity),
    KeyValueRepository,
    KvSchemaRepository,
    KeyValueCheck,
    KeyValueQueryService,
    KvSchemaService,
  ],
  exports: [KvSchemaRepository, KeyValueCheck],
})
export class KvSchemaModule {}
