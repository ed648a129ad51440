import { KeyValueCheck } from './key-value-check';
import { KeyValueQueryService } from './key-value-query.service';
import { KvSchemaHandlers } from './kv-schema.handlers';
import { KvSchemaService } from './kv-schema.service';

/** Schemas of key-value fields, and what they demand of the fields. */
export const kvSchemaParts = {
  controllers: [KvSchemaHandlers],
  providers: [KeyValueCheck, KeyValueQueryService, KvSchemaService],
};
