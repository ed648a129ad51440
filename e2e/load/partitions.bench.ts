import { createDataset } from '@lectern/contracts/understanding';
import { throughDoor } from '@lectern/contracts/core';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fieldStream } from '../../libs/datasets/fixtures/partitions';
import { Client } from '../harness/client';
import { Standalone, temporaryFolder } from '../harness/standalone';
import { heading, line, residentMb } from './figures';
import { cpuOfTreeMs } from './process-tree';

const MIB = 2 ** 20;
const SIZE_MIB = Number(process.env['PARTITION_MIB'] ?? 1_000);
const ROWS_PER_BATCH = 4_000;
const PIECE_BYTES = 64 * 1_024;
const SAMPLED_EVERY_MS = 50;
const AIM_MB = 50;

/** A partition of a dataset over HTTP, there and back: bytes per second and per CPU second, and memory. */
export async function benchPartitions(): Promise<void> {
  heading(`A partition of ${SIZE_MIB} MiB over HTTP (aim ${AIM_MB} MB/s)`);
  const dataDir = await temporaryFolder();
  const lectern = await Standalone.start({ dataDir });
  try {
    const client = new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` });
    const account = await client.accountId();
    const operation = throughDoor(createDataset, 'understanding.dataset.create-in-account');
    const body = { name: 'Bench', type: 'FIELD_STREAMING', filter: { labels: [] } } as const;
    const { id } = await client.api.call(operation, { params: { account }, body });
    const path = `/api/v1/account/${account}/dataset/${id}/partition`;
    const small = streamOf(MIB);
    await sent(lectern, 'PUT', `${path}/small`, { bytes: small.bytes, body: Readable.from(small.pieces()) });
    const large = streamOf(SIZE_MIB * MIB);
    const put = () =>
      sent(lectern, 'PUT', `${path}/large`, { bytes: large.bytes, body: Readable.from(large.pieces()) });
    await measured(lectern, 'upload, checked', { bytes: large.bytes, work: put });
    await measured(lectern, 'download', { bytes: large.bytes, work: () => sent(lectern, 'GET', `${path}/large`) });
  } finally {
    await lectern.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** A stream whose record batch is repeated until it has the size. */
function streamOf(bytesMin: number) {
  const text = 'The ferry to Amrum leaves at six. '.repeat(30);
  const whole = fieldStream(Array.from({ length: ROWS_PER_BATCH }, (_, i) => `${i} ${text}`));
  const schemaEnd = 8 + whole.readInt32LE(4);
  const [schema, batch, end] = [whole.subarray(0, schemaEnd), whole.subarray(schemaEnd, -8), whole.subarray(-8)];
  const batches = Math.ceil(bytesMin / batch.length);
  function* pieces(): Generator<Buffer> {
    yield schema;
    for (let i = 0; i < batches; i += 1)
      for (let at = 0; at < batch.length; at += PIECE_BYTES) yield batch.subarray(at, at + PIECE_BYTES);
    yield end;
  }
  return { bytes: schema.length + batches * batch.length + end.length, pieces };
}

interface Sending {
  readonly bytes: number;
  readonly body: Readable;
}

/** @returns bytes of the answer */
async function sent(lectern: Standalone, method: string, path: string, sending?: Sending): Promise<number> {
  const headers = {
    authorization: `Bearer ${lectern.token}`,
    ...(sending && { 'content-length': sending.bytes, 'content-type': 'application/octet-stream' }),
  };
  const call = request(`${lectern.origin}${path}`, { method, headers });
  const answered = new Promise<number>((resolve, reject) => {
    call.once('error', reject);
    call.once('response', (answer) => {
      let bytes = 0;
      answer.on('data', (piece: Buffer) => (bytes += piece.length));
      answer.once('error', reject);
      answer.once('end', () => {
        if (answer.statusCode && answer.statusCode < 300) resolve(bytes);
        else reject(new Error(`${method} ${path}: ${answer.statusCode}`));
      });
    });
  });
  if (sending) await Promise.all([pipeline(sending.body, call), answered]);
  else call.end();
  return answered;
}

async function measured(
  lectern: Standalone,
  name: string,
  { bytes, work }: { readonly bytes: number; readonly work: () => Promise<number> },
): Promise<void> {
  const { pid } = lectern.app;
  const idleMb = residentMb(pid) ?? Number.NaN;
  let peakMb = 0;
  const timer = setInterval(() => (peakMb = Math.max(peakMb, residentMb(pid) ?? 0)), SAMPLED_EVERY_MS);
  const [cpuBefore, beganMs] = [cpuOfTreeMs(pid), performance.now()];
  await work().finally(() => clearInterval(timer));
  const [seconds, cpuSeconds] = [(performance.now() - beganMs) / 1_000, (cpuOfTreeMs(pid) - cpuBefore) / 1_000];
  const mb = bytes / 1_000_000;
  const speed = [`${(mb / seconds).toFixed(0)} MB/s`, `${(mb / cpuSeconds).toFixed(0)} MB per CPU second`];
  line(name, ...speed, `at most ${(peakMb - idleMb).toFixed(0)} MB above idle`);
}
