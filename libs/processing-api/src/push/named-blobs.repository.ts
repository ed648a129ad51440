import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { blobNames } from './blob-names';

const NO_RECORD = '00000000-0000-0000-0000-000000000000';
/** `account/{account}/processing/{id}/…` */
const PLACE = /^account\/[^/]+\/processing\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\//;

/** Which files rows name. */
@Injectable()
export class NamedProcessingBlobsRepository {
  /** Of these keys, those that a row names: in one statement, as a file may be handed from one row to another. */
  async among(keys: readonly string[], tx: EntityManager): Promise<readonly string[]> {
    const records = keys.map((key) => PLACE.exec(key)?.[1] ?? NO_RECORD);
    const sql = blobNames.map((names) => names.sql).join(' UNION ALL ');
    const rows: { readonly key: string }[] = await tx.query(sql, [keys, records]);
    return rows.map(({ key }) => key);
  }
}
