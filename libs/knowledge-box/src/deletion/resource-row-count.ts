import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ChangeEntity } from '@lectern/resource-store';
import { IndexCensusEntity, IndexDifferenceEntity, DeletionReceiptEntity } from '@lectern/indexing';

/** They record the history of resources and the results of verifications, but no content. */
const records = [ChangeEntity, DeletionReceiptEntity, IndexCensusEntity, IndexDifferenceEntity];

const TABLES_SQL = `
  SELECT table_name AS name FROM information_schema.columns
  WHERE table_schema = 'knowledge_box' AND column_name IN ('kbid', 'rid')
  GROUP BY table_name HAVING count(*) = 2 ORDER BY table_name`;

interface Table {
  readonly name: string;
  /** Its column with the id of the resource. */
  readonly column: 'id' | 'rid';
}

/**
 * Counts the rows of resources: the resource itself, and all tables with the columns `kbid` and `rid`, whichever
 * features this process has.
 */
@Injectable()
export class ResourceRowCount {
  private tables?: readonly Table[];

  /** @returns counts by table; tables without rows of the resource are left out */
  async of({ kbid, rid }: { kbid: string; rid: string }, tx: EntityManager): Promise<Readonly<Record<string, number>>> {
    const counts: Record<string, number> = {};
    for (const { name, column } of (this.tables ??= await tablesWithContent(tx))) {
      const sql = `SELECT count(*)::integer AS count FROM knowledge_box."${name}" WHERE kbid = $1 AND ${column} = $2`;
      const [row]: { readonly count: number }[] = await tx.query(sql, [kbid, rid]);
      if (row && row.count > 0) counts[name] = row.count;
    }
    return counts;
  }
}

/** They stay the same while the process runs: migrations come first. */
async function tablesWithContent(tx: EntityManager): Promise<readonly Table[]> {
  const left = new Set(records.map((entity) => tx.connection.getMetadata(entity).tableName));
  const tables: { readonly name: string }[] = await tx.query(TABLES_SQL);
  const content = tables.filter(({ name }) => !left.has(name));
  return [{ name: 'resources', column: 'id' }, ...content.map(({ name }) => ({ name, column: 'rid' as const }))];
}
