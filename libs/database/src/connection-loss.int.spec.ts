import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import type { DataSource } from 'typeorm';
import { openServiceDatabase } from '.';

/** The server's last message to a client whose connection it ends, in wire format. */
function lastWords(): Buffer {
  const text = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0';
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(text.length + 4, 1);
  return Buffer.concat([head, Buffer.from(text)]);
}

/** Signals that the server is ready for a query. */
const readyForQuery = Buffer.from('Z\0\0\0\x05I');

describe('A connection that is lost', () => {
  let database: TemporaryDatabase;
  let folder: string;
  let between: Server;
  let dataSource: DataSource;
  let endsConnections = false;

  beforeAll(async () => {
    database = await temporaryDatabase();
    folder = await mkdtemp(join(tmpdir(), 'lectern-loss-'));
    const url = new URL(database.url);
    const path = join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432');
    between = createServer((client) => {
      const server = connect(path);
      client.on('error', () => server.destroy()).pipe(server);
      server
        .on('data', (data) => {
          const isLast = endsConnections && data.subarray(-readyForQuery.length).equals(readyForQuery);
          if (isLast) client.end(Buffer.concat([data, lastWords()]), () => server.destroy());
          else client.write(data);
        })
        .on('error', () => client.destroy())
        .on('close', () => client.destroy());
    });
    await once(between.listen(join(folder, '.s.PGSQL.5432')), 'listening');
    url.searchParams.set('host', folder);
    const service = { schema: 's', entities: [], migrations: [] };
    dataSource = await openServiceDatabase(url.href, service, { poolMax: 4, statementTimeoutMs: 1_500 });
  });

  afterAll(async () => {
    await dataSource.destroy();
    between.close();
    await rm(folder, { recursive: true, force: true });
    await database.drop();
  });

  it('in the moment in which it is opened costs its caller an error, not the process', async () => {
    // Takes all open connections, so that the next caller gets a new one.
    const runners = [dataSource.createQueryRunner(), dataSource.createQueryRunner()];
    await Promise.all(runners.map((runner) => runner.connect()));
    endsConnections = true;
    await expect(dataSource.query('select 1')).rejects.toThrow();
    endsConnections = false;
    await Promise.all(runners.map((runner) => runner.release()));
    expect(await dataSource.query('select 1 as one')).toEqual([{ one: 1 }]);
  });
});
