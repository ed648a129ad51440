import { KeyValueRepository } from './key-value.repository';
import { KvSchemaEntity } from './kv-schema.entity';
import { KvSchemaRepository } from './kv-schema.repository';

/** Schemas of key-value fields. */
export const kvSchemaRows = {
  entities: [KvSchemaEntity],
  providers: [KeyValueRepository, KvSchemaRepository],
};
