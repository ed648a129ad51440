import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContainerServer } from './container-server';
import { findServer, type FoundServer } from './found-server';
import { answersWell, freePort, SpawnedServer } from './spawned-server';
import { type BreakableServer, TestServer } from './test-server';

const startTimeoutMs = 60_000;
/** `nobody`: a program from a package must not run as root. */
const unprivileged = 65_534;
const ownCredentials = { accessKeyId: 'lectern-tests', secretAccessKey: 'not-a-secret-of-anybody' };
const region = 'us-east-1';
/** Key for encryption that clients request. */
const encryptionKey = '11'.repeat(32);

/**
 * `S3_TEST_URL` (with the key and its secret as user and password), else Docker's image of SeaweedFS, else its `weed`
 * on the PATH, else in `.cache/servers` of the checkout.
 */
export function findS3(environment?: NodeJS.ProcessEnv): FoundServer {
  return findServer('weed', 'S3_TEST_URL', environment);
}

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** An object store of the test run, with path-style addresses. A store that was already running is not stopped. */
export class S3Server extends TestServer {
  readonly region = region;

  private constructor(
    url: string,
    readonly credentials: S3Credentials,
    own?: BreakableServer,
  ) {
    super(url, own);
  }

  /** @throws Error when it is missing, or does not start */
  static async start(found: FoundServer): Promise<S3Server> {
    if ('missing' in found) throw new Error(found.missing);
    if ('url' in found) {
      const { origin, username, password } = new URL(found.url);
      const credentials = {
        accessKeyId: decodeURIComponent(username),
        secretAccessKey: decodeURIComponent(password),
      };
      return new S3Server(origin, credentials);
    }
    if ('image' in found) return S3Server.contained(found.image);
    let url = '';
    const spawned = await SpawnedServer.start(async ({ folder, port }) => {
      url = `http://127.0.0.1:${port}`;
      const isRoot = process.getuid?.() === 0;
      const masterPort = await freePort();
      const args = await argumentsOf({ folder, port, masterPort });
      if (isRoot) for (const path of [folder, join(folder, 'data')]) await chown(path, unprivileged, unprivileged);
      return {
        name: 'weed',
        command: found.binary,
        args,
        env: { HOME: folder, WEED_S3_SSE_KEK: encryptionKey },
        cwd: folder,
        uid: isRoot ? unprivileged : undefined,
        isReady: () => isWhole(url, masterPort),
        startTimeoutMs,
      };
    });
    return new S3Server(url, ownCredentials, spawned);
  }

  private static async contained(image: string): Promise<S3Server> {
    const [port, masterPort] = [await freePort(), await freePort()];
    const url = `http://127.0.0.1:${port}`;
    const config = '/tmp/s3.json';
    const container = await ContainerServer.start({
      image,
      ports: { [insidePorts.s3]: port, [insidePorts.master]: masterPort },
      // The program itself, not the image's own script, which has other settings.
      entrypoint: ['weed'],
      command: [
        'server',
        '-ip=127.0.0.1',
        '-ip.bind=0.0.0.0',
        '-dir=/data',
        `-s3.port=${insidePorts.s3}`,
        `-s3.config=${config}`,
        `-master.port=${insidePorts.master}`,
        ...parts,
      ],
      env: { WEED_S3_SSE_KEK: encryptionKey },
      files: { [config]: identities },
      isReady: () => isWhole(url, masterPort),
      startTimeoutMs,
    });
    return new S3Server(url, ownCredentials, container);
  }

  async createBucket(name: string): Promise<void> {
    const { url: endpoint, credentials } = this;
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
    await client.send(new CreateBucketCommand({ Bucket: name })).finally(() => client.destroy());
  }
}

const insidePorts = { s3: 8333, master: 9333 };

/** Options that select its parts, for container and program. */
const parts = [
  '-filer',
  '-s3',
  '-s3.port.iceberg=0',
  '-s3.port.lance=0',
  '-s3.autoCreateBucket=false',
  '-master.telemetry=false',
  '-master.volumeSizeLimitMB=1024',
  '-volume.max=64',
];

const identities = JSON.stringify({
  identities: [
    {
      name: 'tests',
      credentials: [{ accessKey: ownCredentials.accessKeyId, secretKey: ownCredentials.secretAccessKey }],
      actions: ['Admin', 'Read', 'Write'],
    },
  ],
});

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly masterPort: number;
}

/** `weed` is four servers in one; each would choose its own port, and a second port 10,000 higher. */
async function argumentsOf({ folder, port, masterPort }: Place): Promise<string[]> {
  const [data, config] = [join(folder, 'data'), join(folder, 's3.json')];
  await mkdir(data);
  await writeFile(config, identities);
  const listeners = ['master.port.grpc', 'volume.port', 'volume.port.grpc'];
  listeners.push('filer.port', 'filer.port.grpc', 's3.port.grpc');
  const ports = await Promise.all(listeners.map(async (name) => `-${name}=${await freePort()}`));
  return [
    'server',
    '-ip=127.0.0.1',
    '-ip.bind=127.0.0.1',
    `-dir=${data}`,
    `-s3.port=${port}`,
    `-s3.config=${config}`,
    `-s3.localSocket=${join(folder, 's3.sock')}`,
    `-filer.localSocket=${join(folder, 'filer.sock')}`,
    `-master.port=${masterPort}`,
    ...parts,
    ...ports,
  ];
}

/** Whether the store can also assign room to written objects. */
async function isWhole(url: string, masterPort: number): Promise<boolean> {
  return (await refuses(url)) && answersWell(`http://127.0.0.1:${masterPort}/dir/assign`);
}

/** The store answers before its parts are connected; only once they are, it answers strangers with 403. */
async function refuses(url: string): Promise<boolean> {
  try {
    const { status } = await fetch(`${url}/`, { signal: AbortSignal.timeout(1_000) });
    return status === 403;
  } catch {
    return false;
  }
}
