import { handlersOf } from '@lectern/bus';
import {
  createKvSchema,
  deleteKvSchema,
  getKvSchema,
  type KvSchemaTarget,
  listKvSchemas,
  matchKeyValues,
  modifyKvSchema,
} from '@lectern/contracts/knowledge-box';
import { KeyValueQueryService } from './key-value-query.service';
import { KvSchemaService } from './kv-schema.service';

export const KvSchemaHandlers = handlersOf(KeyValueQueryService)
  .answer(matchKeyValues, (values, { body }) => values.match(body))
  .of(KvSchemaService)
  .answer(listKvSchemas, (schemas, { params }) => schemas.list(params.kbid))
  .answer(createKvSchema, (schemas, { params, body }) => schemas.create(params.kbid, body))
  .answer(getKvSchema, (schemas, { params }) => schemas.get(schemaKey(params)))
  .answer(modifyKvSchema, (schemas, { params, body }) => schemas.modify(schemaKey(params), body))
  .answer(deleteKvSchema, (schemas, { params }) => schemas.delete(schemaKey(params)));

function schemaKey({ kbid, schema_id: id }: KvSchemaTarget) {
  return { kbid, id };
}
