import type { DataSource } from 'typeorm';

const TABLES_SQL = `
  SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.columns
  WHERE table_schema = 'knowledge_box' AND column_name = 'kbid'
  ORDER BY table_name <> 'resources', table_name`;

/**
 * The SQL names of all tables with rows of knowledge boxes, which are those with a column `kbid`, whichever features
 * this process has. Resources come first: work on a resource locks it, and writes nothing once it is deleted.
 */
export async function boxTables(dataSource: DataSource): Promise<readonly string[]> {
  const tables: { readonly name: string }[] = await dataSource.query(TABLES_SQL);
  return tables.map(({ name }) => name);
}
