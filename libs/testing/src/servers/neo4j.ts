import { createConnection } from 'node:net';
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
        isReady: () => speaksBolt(port),
        startTimeoutMs,
      };
    });
    return new Neo4jServer(url, spawned);
  }
}

/** Agrees on a version, as clients begin. */
function speaksBolt(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    const end = (isReady: boolean) => {
      socket.destroy();
      resolve(isReady);
    };
    socket.once('connect', () => socket.write(Buffer.from('6060b01700000404000000040000000300000000', 'hex')));
    socket
      .once('data', () => end(true))
      .once('error', () => end(false))
      .setTimeout(1_000, () => end(false));
  });
}
