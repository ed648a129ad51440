import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { pdfOf } from '../harness/files';
import { inParallel } from '../harness/parallel';
import { Standalone } from '../harness/standalone';
import { SyntheticText } from './corpus';
import { heading, line } from './figures';
import { fill } from './filled-box';
import { memoryCells, memoryOf, MemoryWatch } from './process-memory';

/** Of each hostile document; no two are the same. */
const COPIES = Number(process.env['MEMORY_COPIES'] ?? 8);
const UPLOADS_AT_ONCE = 4;
const READ_TIMEOUT_MS = 40 * 60_000;
const QUIET_MS = 90_000;
const CONNECTIONS = 200;
const FINDS = 2_000;

/** Reading it takes far more memory than the size of the file. */
const documents: readonly (readonly [filename: string, content: (copy: number) => Uint8Array])[] = [
  ['a.txt', (copy) => bytes(`${copy} ${'The moon pulls at the sea. '.repeat(370_000)}`)],
  ['a.json', (copy) => bytes(JSON.stringify({ copy, members: members(300_000) }))],
  ['a.json', (copy) => bytes(`[${copy}${',[]'.repeat(2_700_000)}]`)],
  ['a.csv', (copy) => bytes(`${copy}\n${`${'a,'.repeat(1_000)}\n`.repeat(2_000)}`)],
  ['a.html', (copy) => bytes(`${copy}${'<div><p>x'.repeat(400_000)}`)],
  ['a.html', (copy) => bytes(`${copy}<table>${'<tr><td>moon<td>sea'.repeat(300_000)}`)],
  ['a.zip', (copy) => archive(copy, 4)],
  ['a.pdf', (copy) => pdfOf(pages(2_000, copy))],
  ['a.pdf', (copy) => inflatingPdf(copy)],
  ['a.rtf', (copy) => bytes(`{\\rtf1 ${copy}${'a\\par '.repeat(1_000_000)}}`)],
  ['a.eml', (copy) => bytes(`From: a@b.c\nSubject: ${copy}\nCc: ${'a <a@b>,'.repeat(500_000)}\n\nx`)],
];

/** Memory of the processes of a product: fresh, at most under load, and when all is quiet again. */
export async function benchMemory(): Promise<void> {
  heading('memory, one process: hostile documents, one after the other');
  await measured(async (client, watched) => {
    const kb = await client.createKnowledgeBox();
    for (const [i, document] of documents.entries())
      await watched(`${i + 1}: ${document[0]}`, async () => untilRead(kb, await upload(kb, document, 0)));
  });
  heading(`memory, one process: ${COPIES * documents.length} hostile documents`);
  await measured(async (client, watched) => {
    const kb = await client.createKnowledgeBox();
    const all = Array.from({ length: COPIES }, (_, copy) => documents.map((document) => ({ document, copy }))).flat();
    await watched('at most', async () => {
      const ids = await inParallel(all, UPLOADS_AT_ONCE, ({ document, copy }) => upload(kb, document, copy));
      for (const id of ids) await untilRead(kb, id);
    });
  });
  heading(`memory, one process: finds from ${CONNECTIONS} connections`);
  await measured(async (client, watched) => {
    const kb = await client.createKnowledgeBox();
    await fill(kb, 10_000, 100);
    await watched('at most', () => manyFinds(kb));
  });
}

async function manyFinds(kb: KnowledgeBoxClient): Promise<void> {
  const text = new SyntheticText(11);
  const queries = Array.from({ length: FINDS }, () => text.query());
  const find = (query: string) => kb.client.send('POST', `${kb.path}/find`, { body: { query } });
  const answers = await inParallel(queries, CONNECTIONS, find);
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  line('answers', ...[...counts].map(([status, count]) => `${status}: ${count}`));
}

type Document = (typeof documents)[number];

function upload(kb: KnowledgeBoxClient, [filename, content]: Document, copy: number): Promise<string> {
  return kb.upload(Buffer.from(content(copy)), { filename, contentType: '' });
}

/** Prints the most memory that the product had while something worked. */
type Watched = (name: string, work: () => Promise<void>) => Promise<void>;

async function measured(load: (client: Client, watched: Watched) => Promise<void>): Promise<void> {
  const lectern = await Standalone.start();
  const { pid } = lectern.app;
  try {
    await sleep(QUIET_MS / 2);
    line('fresh', ...memoryCells(memoryOf(pid)));
    await load(new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` }), async (name, work) => {
      const watch = new MemoryWatch(pid);
      watch.start();
      try {
        await work();
      } finally {
        const { peaks, together } = await watch.stop();
        line(name, ...memoryCells(peaks), `together ${together.toFixed(0)} MB`);
      }
    });
    await sleep(QUIET_MS);
    line(`after ${QUIET_MS / 1_000} s of quiet`, ...memoryCells(memoryOf(pid)));
    await tellHeap(lectern.origin);
  } finally {
    await lectern.stop();
  }
}

/** Where the memory of the main process lies. */
async function tellHeap(origin: string): Promise<void> {
  const metrics = await fetch(`${origin}/metrics`).then((answer) => answer.text());
  const figures = ['nodejs_heap_size_total_bytes', 'nodejs_heap_size_used_bytes', 'nodejs_external_memory_bytes'];
  const cells = figures.map((name) => {
    const value = Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]) / 2 ** 20;
    return `${name} ${value.toFixed(0)} MB`;
  });
  line('of which', ...cells);
}

async function untilRead(kb: KnowledgeBoxClient, id: string): Promise<void> {
  const isRead = async () => {
    const { metadata } = await kb.resource(id, { show: ['basic'] });
    return metadata?.status === 'PENDING' ? undefined : true;
  };
  await until(isRead, 'a hostile document is read or given up', READ_TIMEOUT_MS);
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function members(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`moon${i}`, `sea ${i % 97} is low`]));
}

function pages(count: number, copy: number): string[] {
  const text = new SyntheticText(7 + copy);
  return Array.from({ length: count }, () => text.paragraph());
}

function archive(copy: number, depth: number): Uint8Array {
  let content = bytes(`${copy}\n\n${'The moon pulls at the sea, and so does the sun. '.repeat(400_000)}`);
  for (let i = 0; i < depth; i += 1) content = zipSync({ [i === 0 ? 'a.txt' : 'a.zip']: content });
  return content;
}

/** A page of 300 MB of blanks. */
function inflatingPdf(copy: number): Uint8Array {
  const content = deflateSync(Buffer.alloc(300_000_000, ' ')).toString('latin1');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << >> /Contents 4 0 R >>',
    `<< /Filter /FlateDecode /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  const body = objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n%${copy}\n${body}trailer\n<< /Size 5 /Root 1 0 R >>\n%%EOF`, 'latin1');
}
