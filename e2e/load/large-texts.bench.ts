import { setTimeout as sleep } from 'node:timers/promises';
import { Client as Database } from 'pg';
import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { Standalone, temporaryFolder } from '../harness/standalone';
import { SyntheticText } from './corpus';
import { heading, line, ms, percentiles, residentMb } from './figures';

const TEXTS = Number(process.env['LARGE_TEXTS'] ?? 10);
const CHARS = Number(process.env['LARGE_TEXT_CHARS'] ?? 20_000_000);
const EMBEDDER = process.env['LARGE_TEXTS_EMBEDDER'] ?? 'lexical';
const TIMEOUT_MS = 60 * 60_000;
const IDLE_FINDS = 100;
const PAUSE_MS = 1_000;

/** Texts as large as a field may have, until all vectors exist: memory, finds and a note's vectors in that time. */
export async function benchLargeTexts(): Promise<void> {
  heading(`${TEXTS} texts of ${CHARS} characters, ${EMBEDDER}`);
  const dataDir = await temporaryFolder();
  const lectern = await Standalone.start({ dataDir, env: { EMBEDDER } });
  try {
    const client = new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` });
    const [busy, other] = [await client.createKnowledgeBox(), await client.createKnowledgeBox()];
    await other.createResource({ texts: { a: { body: 'The moon pulls the sea.' } } }, { wait: 'embedded' });
    const idle: number[] = [];
    for (let i = 0; i < IDLE_FINDS; i += 1) idle.push(await find(other));
    const idleMb = residentMb(lectern.app.pid) ?? Number.NaN;
    const text = new SyntheticText(5);
    const startedMs = performance.now();
    const ids: string[] = [];
    for (let i = 0; i < TEXTS; i += 1) ids.push(await upload(busy, text, i));
    const meanwhile = await work(lectern, other, () => unembedded(dataDir, ids));
    const outcome = meanwhile.left === 0 ? 'every vector is there' : `${meanwhile.left} texts are not embedded`;
    line(outcome, `after ${ms(performance.now() - startedMs)}`);
    line('memory above idle, most', `${(meanwhile.peakMb - idleMb).toFixed(0)} MB (aim 300 MB)`);
    const [before, during] = [percentiles(idle), percentiles(meanwhile.finds)];
    const times = `${(during.p99Ms / before.p99Ms).toFixed(1)} × (aim 2 ×)`;
    line(`p99 of ${meanwhile.finds.length} finds, idle and meanwhile`, ms(before.p99Ms), ms(during.p99Ms), times);
    const notes = percentiles(meanwhile.notes);
    line(`vectors of ${meanwhile.notes.length} notes`, `p50 ${ms(notes.p50Ms)}`, `p99 ${ms(notes.p99Ms)} (aim 3 s)`);
  } finally {
    await lectern.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function upload(kb: KnowledgeBoxClient, text: SyntheticText, i: number): Promise<string> {
  const paragraphs: string[] = [];
  for (let chars = 0; chars < CHARS - 1_000;) {
    const paragraph = text.paragraph();
    paragraphs.push(paragraph);
    chars += paragraph.length + 2;
  }
  return kb.upload(Buffer.from(paragraphs.join('\n\n')), { filename: `${i}.txt`, contentType: 'text/plain' });
}

/** Finds and notes, one after the other, until the large texts are done. */
async function work(lectern: Standalone, kb: KnowledgeBoxClient, left: () => Promise<number>) {
  const [finds, notes]: [number[], number[]] = [[], []];
  let peakMb = 0;
  const deadlineMs = performance.now() + TIMEOUT_MS;
  while ((await left()) > 0 && performance.now() < deadlineMs) {
    for (let i = 0; i < 10; i += 1) finds.push(await find(kb));
    const beganMs = performance.now();
    await kb.createResource({ texts: { a: { body: `A note ${notes.length}` } } }, { wait: 'embedded' });
    notes.push(performance.now() - beganMs);
    peakMb = Math.max(peakMb, residentMb(lectern.app.pid) ?? 0);
    await sleep(PAUSE_MS);
  }
  return { finds, notes, peakMb, left: await left() };
}

async function find(kb: KnowledgeBoxClient): Promise<number> {
  const beganMs = performance.now();
  await kb.find({ query: 'the moon', features: ['keyword', 'semantic'] });
  return performance.now() - beganMs;
}

/** Of these resources, those that are not wholly found by meaning. */
async function unembedded(dataDir: string, ids: readonly string[]): Promise<number> {
  const database = new Database({ host: join(dataDir, 'postgres'), user: 'lectern', database: 'lectern' });
  await database.connect();
  try {
    const sql = `SELECT id FROM knowledge_box.resources WHERE id = ANY($1) AND status = 'PENDING'
      UNION SELECT rid FROM knowledge_box.unembedded_fields WHERE rid = ANY($1)`;
    return (await database.query(sql, [ids])).rows.length;
  } finally {
    await database.end();
  }
}
