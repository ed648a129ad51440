import { validate } from '@lectern/contracts/core';
import { KvSchema } from '@lectern/contracts/knowledge-box';
import { KvSchemaRepository, admitKvSchema } from '@lectern/knowledge-box';
import { Injectable } from '@nestjs/common';
import type { BoxDocument, DocumentTarget, DocumentSource, StoredDocument } from './box-document';

/** Schemas of key-value fields of a box: those in the file replace existing ones with the same id. */
@Injectable()
export class KvSchemaDocuments implements BoxDocument {
  readonly type = 'KVS';

  constructor(private readonly schemas: KvSchemaRepository) {}

  async *list({ kbid, tx }: DocumentSource): AsyncGenerator<unknown> {
    for (const { id, description, fields } of await this.schemas.list(kbid, tx)) yield { id, description, fields };
  }

  async put(document: unknown, { kbid, tx }: DocumentTarget): Promise<StoredDocument> {
    const { id, description, fields } = validate(KvSchema, document);
    const schema = { kbid, id, description, fields };
    const count = await this.schemas.lockCount(kbid, tx);
    if (await this.schemas.exists(schema, tx)) {
      await this.schemas.update(schema, tx);
      return {};
    }
    admitKvSchema(count);
    await this.schemas.insert(schema, tx);
    return {};
  }
}
