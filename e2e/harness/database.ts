import { join } from 'node:path';
import { Client } from 'pg';

/** Works on the embedded database below a data folder. */
export async function inDatabase<T>(dataDir: string, work: (database: Client) => Promise<T>): Promise<T> {
  const client = new Client({ host: join(dataDir, 'postgres'), user: 'lectern', database: 'lectern' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Names of the tables of an embedded database that hold rows with this text in any column. */
export async function tablesNaming(dataDir: string, text: string): Promise<string[]> {
  return inDatabase(dataDir, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname !~ '^(pg_|information_schema)'`,
    );
    const naming: string[] = [];
    for (const { name } of rows) {
      const { rowCount } = await client.query(`select from ${name} as t where strpos(t::text, $1) > 0 limit 1`, [text]);
      if (rowCount) naming.push(name);
    }
    return naming;
  });
}
