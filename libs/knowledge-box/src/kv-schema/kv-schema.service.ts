import { AppError } from '@lectern/contracts/core';
import { type KvSchema, type KvSchemaList, type ModifyKvSchemaPayload } from '@lectern/contracts/knowledge-box';
import { storable, Transactions } from '@lectern/database';
import { type KvSchemaEntity } from './kv-schema.entity';
import { type KvSchemaKey, KvSchemaRepository } from './kv-schema.repository';
import { Injectable } from '@nestjs/common';
import { admitKvSchema } from './kv-schema-admission';

/** Schemas of key-value fields. Changing or deleting a schema does not affect stored values. */
@Injectable()
export class KvSchemaService {
  constructor(
    private readonly transactions: Transactions,
    private readonly schemas: KvSchemaRepository,
  ) {}

  async list(kbid: string): Promise<KvSchemaList> {
    const schemas = await this.transactions.read((tx) => this.schemas.list(kbid, tx));
    return { schemas: Object.fromEntries(schemas.map((schema) => [schema.id, shownSchema(schema)])) };
  }

  /** @throws AppError `not_found` */
  async get(key: KvSchemaKey): Promise<KvSchema> {
    return shownSchema(await this.transactions.read((tx) => this.schemas.get(key, tx)));
  }

  /** @throws AppError `conflict`, `invalid_request` when the box is at its limit, `not_found` */
  async create(kbid: string, sent: KvSchema): Promise<KvSchema> {
    const schema = { kbid, ...storable(sent) };
    await this.transactions.run(async (tx) => {
      const count = await this.schemas.lockCount(kbid, tx);
      if (await this.schemas.exists(schema, tx)) throw new AppError('conflict', 'KV schema already exists');
      admitKvSchema(count);
      await this.schemas.insert(schema, tx);
    });
    return shownSchema(schema);
  }

  /** @throws AppError `not_found`, `invalid_request` when the payload has another id */
  async modify(key: KvSchemaKey, sent: ModifyKvSchemaPayload): Promise<KvSchema> {
    const { id, description, fields } = storable(sent);
    if ((id ?? key.id) !== key.id) {
      throw new AppError('invalid_request', `Schema id in body '${id}' does not match id in URL '${key.id}'`);
    }
    return this.transactions.run(async (tx) => {
      const before = await this.schemas.lock(key, tx);
      const after = {
        ...before,
        description: description ?? before.description,
        fields: fields ?? before.fields,
      };
      await this.schemas.update(after, tx);
      return shownSchema(after);
    });
  }

  /** @throws AppError `not_found` */
  async delete(key: KvSchemaKey): Promise<null> {
    await this.transactions.run((tx) => this.schemas.delete(key, tx));
    return null;
  }
}

function shownSchema({ id, description, fields }: KvSchemaEntity): KvSchema {
  return { id, description, fields };
}
