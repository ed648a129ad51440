import { invalidQuery } from '@lectern/contracts/core';
import { KEY_VALUE_RESOURCES_MAX, type KeyValueMatches, type KeyValueSearch } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { KeyValueRepository } from './key-value.repository';
import { KvSchemaRepository } from './kv-schema.repository';
import { Injectable } from '@nestjs/common';
import { checkKeyValueQuery } from './key-value-query';

/** Finds resources by the values of their key-value fields. */
@Injectable()
export class KeyValueQueryService {
  constructor(
    private readonly transactions: Transactions,
    private readonly schemas: KvSchemaRepository,
    private readonly values: KeyValueRepository,
  ) {}

  /** @throws AppError `invalid_query`, `deadline_exceeded` */
  async match({ kbid, query }: KeyValueSearch): Promise<KeyValueMatches> {
    return this.transactions.run(async (tx) => {
      const schemas = await this.schemas.list(kbid, tx);
      checkKeyValueQuery(query, schemas);
      const rids = await this.values.match({ kbid, query, schemas, limit: KEY_VALUE_RESOURCES_MAX + 1 }, tx);
      if (rids.length > KEY_VALUE_RESOURCES_MAX)
        throw invalidQuery('key_value', `More than ${KEY_VALUE_RESOURCES_MAX} resources match; narrow it`);
      return { rids };
    });
  }
}
