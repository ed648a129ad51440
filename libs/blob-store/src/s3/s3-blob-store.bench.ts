import { randomBytes } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { findS3, S3Server } from '@lectern/testing';
import { openS3 } from './open-s3';

/** `node dist/libs/blob-store/src/s3/s3-blob-store.bench.js [MiB]`: writes and reads a large blob. Asserts nothing. */
const sizeBytes = Number(process.argv[2] ?? 2_048) * 2 ** 20;
const chunk = randomBytes(256 * 1024);
const bucket = 'bench';

function* content(): Generator<Buffer> {
  for (let sent = 0; sent < sizeBytes; sent += chunk.length) yield chunk;
}

async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  let peakBytes = 0;
  const watch = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage.rss())), 50);
  const [startedMs, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  clearInterval(watch);
  const seconds = (performance.now() - startedMs) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const rate = sizeBytes / 2 ** 20 / seconds;
  const cpuS = (user + system) / 1e6;
  console.log(
    `${name}: ${rate.toFixed(0)} MiB/s, ${cpuS.toFixed(1)} s of CPU, memory at most ${peakBytes >> 20} MiB resident`,
  );
}

async function main(): Promise<void> {
  const server = await S3Server.start(findS3());
  const { url: endpoint, region, credentials } = server;
  const admin = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  await admin.send(new CreateBucketCommand({ Bucket: bucket }));
  const location = { bucket, region, endpoint, credentials, pathStyle: true };
  const store = await openS3({ ...location, abandonedPartsDays: 0, warn: console.warn });
  console.log(`${sizeBytes / 2 ** 20} MiB, at rest ${process.memoryUsage.rss() >> 20} MiB resident`);
  const sink = () => new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    await measure('write', () => store.write('large', Readable.from(content()), { sizeBytesMax: sizeBytes }));
    await measure('read', async () => pipeline(await store.read('large'), sink()));
  } finally {
    store.close();
    admin.destroy();
    await server.stop();
  }
}

process.once('SIGINT', () => process.exit(1));
process.once('SIGTERM', () => process.exit(1));
void main();
