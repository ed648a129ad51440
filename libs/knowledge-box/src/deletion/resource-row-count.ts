import { Injectable } from '@nestjs/common';
import type { EntityManager, EntityMetadata } from 'typeorm';
import { ChangeEntity, ResourceEntity } from '@lectern/resource-store';
import { IndexCensusEntity, IndexDifferenceEntity, DeletionReceiptEntity } from '@lectern/indexing';

/** They record the history of resources and the results of verifications, but no content. */
const records: readonly unknown[] = [ChangeEntity, DeletionReceiptEntity, IndexCensusEntity, IndexDifferenceEntity];

/** Counts the rows of resources in all tables whose entities have the columns `kbid` and `rid`. */
@Injectable()
export class ResourceRowCount {
  /** @returns counts by table; tables without rows of the resource are left out */
  async of({ kbid, rid }: { kbid: string; rid: string }, tx: EntityManager): Promise<Readonly<Record<string, number>>> {
    const counts: Record<string, number> = {};
    for (const metadata of tx.connection.entityMetadatas) {
      const column = columnOfId(metadata);
      if (column === undefined) continue;
      const sql = `SELECT count(*)::integer AS count FROM ${metadata.tablePath} WHERE kbid = $1 AND ${column} = $2`;
      const [row]: { readonly count: number }[] = await tx.query(sql, [kbid, rid]);
      if (row && row.count > 0) counts[metadata.tableName] = row.count;
    }
    return counts;
  }
}

function columnOfId({ target, columns }: EntityMetadata): string | undefined {
  if (target === ResourceEntity) return 'id';
  const names = new Set(columns.map(({ databaseName }) => databaseName));
  return names.has('kbid') && names.has('rid') && !records.includes(target) ? 'rid' : undefined;
}
