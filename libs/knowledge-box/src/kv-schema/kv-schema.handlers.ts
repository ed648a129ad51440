import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  createKvSchema,
  deleteKvSchema,
  getKvSchema,
  type KvSchemaTarget,
  listKvSchemas,
  matchKeyValues,
  modifyKvSchema,
} from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { KeyValueQueryService } from './key-value-query.service';
import { KvSchemaService } from './kv-schema.service';

@Controller()
export class KvSchemaHandlers {
  constructor(
    private readonly schemas: KvSchemaService,
    private readonly values: KeyValueQueryService,
  ) {}

  @Handles(matchKeyValues)
  match({ body }: Request<typeof matchKeyValues>) {
    return this.values.match(body);
  }

  @Handles(listKvSchemas)
  list({ params }: Request<typeof listKvSchemas>) {
    return this.schemas.list(params.kbid);
  }

  @Handles(createKvSchema)
  create({ params, body }: Request<typeof createKvSchema>) {
    return this.schemas.create(params.kbid, body);
  }

  @Handles(getKvSchema)
  get({ params }: Request<typeof getKvSchema>) {
    return this.schemas.get(schemaKey(params));
  }

  @Handles(modifyKvSchema)
  modify({ params, body }: Request<typeof modifyKvSchema>) {
    return this.schemas.modify(schemaKey(params), body);
  }

  @Handles(deleteKvSchema)
  delete({ params }: Request<typeof deleteKvSchema>) {
    return this.schemas.delete(schemaKey(params));
  }
}

function schemaKey({ kbid, schema_id: id }: KvSchemaTarget) {
  return { kbid, id };
}
