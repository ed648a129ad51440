import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { ContainerServer } from './container-server';
import { findServer, type FoundServer } from './found-server';
import { answersWell, freePort, SpawnedServer } from './spawned-server';
import { TestServer } from './test-server';

const startTimeoutMs = 20_000;
const portInside = 6333;
/** `nobody`: a program from a package must not run as root. */
const unprivileged = 65_534;

/** `QDRANT_TEST_URL`, else Docker's image, else `qdrant` on the PATH, else in `.cache/servers` of the checkout. */
export function findQdrant(environment?: NodeJS.ProcessEnv): FoundServer {
  return findServer('qdrant', 'QDRANT_TEST_URL', environment);
}

export interface QdrantOptions {
  /** Key of callers; anyone may call when absent. Ignored for a server that was already running. */
  readonly apiKey?: string;
}

/** A server of the test run. Stopping a server that was already running does nothing. */
export class QdrantServer extends TestServer {
  /** @throws Error when it is missing, or does not start */
  static async start(found: FoundServer, options: QdrantOptions = {}): Promise<QdrantServer> {
    if ('missing' in found) throw new Error(found.missing);
    if ('url' in found) return new QdrantServer(found.url);
    if ('image' in found) return QdrantServer.contained(found.image, options);
    const grpcPort = await freePort();
    let url = '';
    const spawned = await SpawnedServer.start(async ({ folder, port }) => {
      url = `http://127.0.0.1:${port}`;
      const isRoot = process.getuid?.() === 0;
      if (isRoot) await chown(folder, unprivileged, unprivileged);
      return {
        name: 'qdrant',
        command: found.binary,
        args: [],
        env: environmentOf({ folder, port, grpcPort }, options),
        cwd: folder,
        uid: isRoot ? unprivileged : undefined,
        isReady: () => answersWell(`${url}/readyz`),
        startTimeoutMs,
      };
    });
    return new QdrantServer(url, spawned);
  }

  private static async contained(image: string, options: QdrantOptions): Promise<QdrantServer> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const container = await ContainerServer.start({
      image,
      ports: { [portInside]: port },
      env: settingsOf(options),
      isReady: () => answersWell(`${url}/readyz`),
      startTimeoutMs,
    });
    return new QdrantServer(url, container);
  }
}

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly grpcPort: number;
}

function environmentOf({ folder, port, grpcPort }: Place, options: QdrantOptions): Record<string, string> {
  return {
    QDRANT__SERVICE__HOST: '127.0.0.1',
    QDRANT__SERVICE__HTTP_PORT: String(port),
    QDRANT__SERVICE__GRPC_PORT: String(grpcPort),
    QDRANT__STORAGE__STORAGE_PATH: join(folder, 'storage'),
    QDRANT__STORAGE__SNAPSHOTS_PATH: join(folder, 'snapshots'),
    ...settingsOf(options),
  };
}

function settingsOf({ apiKey }: QdrantOptions): Record<string, string> {
  return {
    QDRANT__TELEMETRY_DISABLED: 'true',
    QDRANT__LOG_LEVEL: 'WARN',
    ...(apiKey === undefined ? {} : { QDRANT__SERVICE__API_KEY: apiKey }),
  };
}
