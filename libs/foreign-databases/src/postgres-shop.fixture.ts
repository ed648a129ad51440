import { randomBytes } from 'node:crypto';
import { temporaryDatabase } from '@lectern/testing';
import { Client } from 'pg';
import { shop, shopRows } from './shop.fixture';
import { TcpRelay } from './tcp-relay.fixture';

/** A database of PostgreSQL that listens on a port, and belongs to the one who reads it. */
export interface PostgresShop {
  readonly dsn: string;
  readonly relay: TcpRelay;
  /** Of somebody who may do all. */
  readonly admin: Client;
  readonly end: () => Promise<void>;
}

/** The shop of specs in PostgreSQL. */
export async function postgresShop(): Promise<PostgresShop> {
  const { url, drop } = await temporaryDatabase();
  const { pathname, searchParams } = new URL(url);
  const relay = await TcpRelay.start({ path: `${searchParams.get('host')}/.s.PGSQL.5432` });
  const admin = new Client({ connectionString: url });
  await admin.connect();
  const reader = `reader_${randomBytes(6).toString('hex')}`;
  await admin.query(`CREATE ROLE ${reader} LOGIN PASSWORD 'secret'`);
  await admin.query(`GRANT ALL ON SCHEMA public TO ${reader}`);
  // All is its own: only the session prevents it from changing anything.
  await admin.query(`SET ROLE ${reader}`);
  for (const statement of [...shop.postgresql, ...shopRows]) await admin.query(statement);
  await admin.query('RESET ROLE');
  return {
    dsn: `postgresql://${reader}:secret@127.0.0.1:${relay.port}${pathname}`,
    relay,
    admin,
    end: async () => {
      relay.cut();
      await admin.end();
      await drop();
    },
  };
}
