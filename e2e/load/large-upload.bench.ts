import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Content } from '@lectern/client';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { Standalone, temporaryFolder } from '../harness/standalone';
import { heading, line, residentMb } from './figures';

const SIZE_BYTES = Number(process.env['LARGE_UPLOAD_MIB'] ?? 2_048) * 2 ** 20;
/** Bytes in one request of a resumable upload. */
const CHUNK_BYTES = 128 * 2 ** 20;
const PIECE = new Uint8Array(2 ** 20).fill(97);
const SAMPLED_EVERY_MS = 50;
const SETTLED_MS = 5_000;
const AIM_MB = 150;

type Upload = (lectern: Standalone, kb: KnowledgeBoxClient, sizeBytes: number) => Promise<void>;

/** A file of 2 GiB, in one request and in several: memory of the process above idle, and bytes per second. */
export async function benchLargeUpload(): Promise<void> {
  heading(`An upload of ${SIZE_BYTES / 2 ** 20} MiB`);
  // Each in its own process: what the allocator keeps after one would hide what the next one takes.
  await benchUpload('in one request', inOneRequest);
  await benchUpload('in several (TUS)', inSeveral);
}

async function benchUpload(name: string, upload: Upload): Promise<void> {
  const dataDir = await temporaryFolder();
  const lectern = await Standalone.start({ dataDir });
  try {
    const kb = await new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` }).createKnowledgeBox();
    // What a first upload and its processing load is not of this one: above all the model that embeds its title.
    await inOneRequest(lectern, kb, PIECE.length);
    await kb.createResource({ texts: { a: { body: 'warm up' } } }, { wait: 'embedded' });
    await sleep(SETTLED_MS);
    const idleMb = residentMb(lectern.app.pid) ?? Number.NaN;
    const startedMs = performance.now();
    const peakMb = await peakWhile(lectern, () => upload(lectern, kb, SIZE_BYTES));
    const mibPerSecond = SIZE_BYTES / 2 ** 20 / ((performance.now() - startedMs) / 1_000);
    const above = `${(peakMb - idleMb).toFixed(0)} MB above idle, most (aim ${AIM_MB} MB)`;
    line(name, `${mibPerSecond.toFixed(0)} MiB/s`, above);
  } finally {
    await lectern.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function inOneRequest(lectern: Standalone, kb: KnowledgeBoxClient, sizeBytes: number): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream', 'x-filename': 'bGFyZ2U=' };
  await sent(lectern, 'POST', `${kb.path}/upload`, { headers, body: bytes(sizeBytes) });
}

async function inSeveral(lectern: Standalone, kb: KnowledgeBoxClient, sizeBytes: number): Promise<void> {
  const version = { 'tus-resumable': '1.0.0' };
  const metadata = 'filename bGFyZ2Utb25l,content_type YXBwbGljYXRpb24vb2N0ZXQtc3RyZWFt';
  const creation = { ...version, 'upload-length': String(sizeBytes), 'upload-metadata': metadata };
  const location = (await sent(lectern, 'POST', `${kb.path}/tusupload`, { headers: creation })).headers.get('location');
  for (let offset = 0; offset < sizeBytes; offset += CHUNK_BYTES) {
    const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
    // With its length, which each of these requests states.
    const body = new Uint8Array(Math.min(CHUNK_BYTES, sizeBytes - offset)).fill(98);
    await sent(lectern, 'PATCH', location ?? '', { headers: { ...version, ...type }, body });
  }
}

async function sent(
  lectern: Standalone,
  method: string,
  path: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body?: Content },
): Promise<Response> {
  const all = { ...headers, authorization: `Bearer ${lectern.token}` };
  // The type of `fetch` excludes shared memory, which this is not.
  const request = { method, headers: all, body: body as RequestInit['body'], duplex: 'half' };
  const answer = await fetch(path.startsWith('http') ? path : `${lectern.origin}/api/v1${path}`, request);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
  return answer;
}

function bytes(count: number): ReadableStream<Uint8Array> {
  let left = count;
  return new ReadableStream({
    pull(controller) {
      const piece = PIECE.subarray(0, Math.min(PIECE.length, left));
      left -= piece.length;
      controller.enqueue(piece);
      if (left === 0) controller.close();
    },
  });
}

async function peakWhile(lectern: Standalone, work: () => Promise<void>): Promise<number> {
  let peakMb = 0;
  const sample = () => (peakMb = Math.max(peakMb, residentMb(lectern.app.pid) ?? 0));
  const timer = setInterval(sample, SAMPLED_EVERY_MS);
  await work().finally(() => clearInterval(timer));
  sample();
  return peakMb;
}
