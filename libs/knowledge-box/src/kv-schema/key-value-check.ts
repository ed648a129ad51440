import { AppError } from '@lectern/contracts/core';
import { type KvSchemaEntity } from './kv-schema.entity';
import { KvSchemaRepository } from './kv-schema.repository';
import { type NewField } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { keyValuesProblem } from '@lectern/json-schema';

/** Checks key-value fields against their schemas. */
@Injectable()
export class KeyValueCheck {
  constructor(private readonly schemas: KvSchemaRepository) {}

  /**
   * Locks the schemas until the end of the transaction that stores the fields. Ignores other fields.
   *
   * @throws AppError `invalid_request`
   */
  async check(kbid: string, fields: readonly NewField[], tx: EntityManager): Promise<void> {
    const values = fields.flatMap(({ id, value }) =>
      typeof value === 'object' && 'data' in value ? [{ id, data: value.data }] : [],
    );
    if (values.length === 0) return;
    const held = await this.schemas.hold(
      kbid,
      values.map(({ id }) => id),
      tx,
    );
    const schemas = new Map<string, KvSchemaEntity>(held.map((schema) => [schema.id, schema]));
    for (const { id, data } of values) {
      const schema = schemas.get(id);
      const problem = schema
        ? keyValuesProblem(schema, data)
        : `KV schema '${id}' does not exist in this knowledge box`;
      if (problem !== undefined) throw new AppError('invalid_request', problem);
    }
  }
}
