import { existsSync } from 'node:fs';
import { join } from 'node:path';
import neo4j from 'neo4j-driver';
import { findProgram, type FoundProgram } from './found-server';
import { SpawnedServer } from './spawned-server';
import { TestServer } from './test-server';

const startTimeoutMs = 120_000;
const PASSWORD = 'graph-secret';

/** `neo4j-node` on the PATH, else in `.cache/servers` of the checkout. */
export function findNeo4j(environment?: NodeJS.ProcessEnv): FoundProgram {
  const found = findProgram('neo4j-node', environment);
  return 'binary' in found ? found : { missing: 'no Neo4j: run `node tools/servers.mjs neo4j`' };
}

/** A graph database with one user, `neo4j`. */
export class Neo4jServer extends TestServer {
  /** Of its user. */
  readonly password = PASSWORD;

  /** Runs a statement as its user. */
  async write(statement: string): Promise<void> {
    const driver = neo4j.driver(this.url, neo4j.auth.basic('neo4j', this.password));
    try {
      await driver.executeQuery(statement);
    } finally {
      await driver.close();
    }
  }

  /** @throws Error when it is missing, or does not start */
  static async start(found: FoundProgram): Promise<Neo4jServer> {
    if ('missing' in found) throw new Error(found.missing);
    let url = '';
    const spawned = await SpawnedServer.start(({ folder, port }) => {
      url = `bolt://127.0.0.1:${port}`;
      return {
        name: 'neo4j-node',
        command: found.binary,
        args: [folder, String(port), PASSWORD],
        isReady: async () => existsSync(join(folder, 'ready')),
        startTimeoutMs,
      };
    });
    return new Neo4jServer(url, spawned);
  }
}
