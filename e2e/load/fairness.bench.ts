import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { pdfOf } from '../harness/files';
import { inParallel } from '../harness/parallel';
import { SilentSite } from '../harness/silent-site';
import { Standalone } from '../harness/standalone';
import { SyntheticText } from './corpus';
import { heading, line, ms, percentiles } from './figures';

const NOTES = 30;
/** Time limit of a note, from the request on; after it the limit is counted. */
const NOTE_MS_MAX = 30_000;
const LATE_MAX = 3;
const CONNECTIONS = 16;
const SCANS = 40;
const PDF_PAGES = 3_000;
const scan = join('libs', 'extraction', 'src', 'fixtures', 'scan.pdf');

/** How soon others are served while one box has work that does not end. */
export async function benchFairness(): Promise<void> {
  heading('a note of one sentence, from the request until it is found, beside the work of another box');
  await withLectern(async (client) => notes('nothing else', await client.createKnowledgeBox()));
  await withLectern((client, origin) => besideLinks(client, { resources: 1_000, links: 1, origin }));
  await withLectern((client, origin) => besideLinks(client, { resources: 64, links: 200, origin }));
  await withLectern(besideFiles);
}

async function withLectern(measure: (client: Client, silentOrigin: string) => Promise<void>): Promise<void> {
  const silent = await SilentSite.start();
  const lectern = await Standalone.start({ env: { EMBEDDER: 'lexical', EGRESS_ALLOW: silent.host } });
  try {
    const client = new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` });
    await measure(client, `http://${silent.host}`);
  } finally {
    await lectern.stop();
    silent.stop();
  }
}

interface HangingLinks {
  readonly resources: number;
  /** Each. */
  readonly links: number;
  readonly origin: string;
}

async function besideLinks(client: Client, { resources, links, origin }: HangingLinks): Promise<void> {
  const [busy, other] = [await client.createKnowledgeBox(), await client.createKnowledgeBox()];
  await inParallel([...Array(resources).keys()], CONNECTIONS, (i) => {
    const uris = Array.from({ length: links }, (_, n) => [`l${n}`, { uri: `${origin}/${i}/${n}` }] as const);
    return busy.createResource({ texts: { a: { body: 'beside' } }, links: Object.fromEntries(uris) });
  });
  await notes(`${resources} × ${links} links that hang`, other);
  await notes(`${resources} × ${links} links that hang, in the same box`, busy);
}

async function besideFiles(client: Client): Promise<void> {
  const [busy, other] = [await client.createKnowledgeBox(), await client.createKnowledgeBox()];
  const text = new SyntheticText(7);
  const pages = Array.from({ length: PDF_PAGES }, () => `${text.paragraph()} ${text.paragraph()}`);
  const pdf = { filename: 'report.pdf', contentType: 'application/pdf' };
  const report = await busy.upload(pdfOf(pages), pdf);
  const scanned = readFileSync(scan);
  // Each another file: the same one twice would be refused.
  await inParallel([...Array(SCANS).keys()], 4, (i) =>
    busy.upload(Buffer.concat([scanned, Buffer.from(`%${i}`)]), pdf),
  );
  const beganMs = performance.now();
  await notes(`${SCANS} scans and ${PDF_PAGES} pages`, other);
  await smallFiles(`${SCANS} scans and ${PDF_PAGES} pages`, other);
  await smallFiles(`${SCANS} scans and ${PDF_PAGES} pages, in the same box`, busy);
  await until(
    async () => ((await busy.resource(report)).metadata?.status === 'PENDING' ? undefined : true),
    'the report is read',
    30 * 60_000,
  );
  line(`the report of ${PDF_PAGES} pages is read`, `after ${ms(performance.now() - beganMs)}`);
}

async function notes(name: string, kb: KnowledgeBoxClient): Promise<void> {
  const lapsMs: number[] = [];
  for (let i = 0; i < NOTES && lateOf(lapsMs) < LATE_MAX; i += 1) {
    const word = `note${i}x${name.length}`;
    lapsMs.push(await lap(kb, word, () => kb.createResource({ texts: { a: { body: word } } })));
    await sleep(100);
  }
  report('note', name, lapsMs);
}

async function smallFiles(name: string, kb: KnowledgeBoxClient): Promise<void> {
  const lapsMs: number[] = [];
  for (let i = 0; i < NOTES / 3; i += 1) {
    const word = `file${i}x${name.length}`;
    const file = { filename: `${i}.pdf`, contentType: 'application/pdf' };
    lapsMs.push(await lap(kb, word, () => kb.upload(pdfOf([`A page about ${word}.`]), file)));
  }
  report('PDF of a page', name, lapsMs);
}

async function lap(kb: KnowledgeBoxClient, word: string, create: () => Promise<unknown>): Promise<number> {
  const beganMs = performance.now();
  await create();
  const isFound = async () => ((await kb.find({ query: word, features: ['keyword'] })).total > 0 ? true : undefined);
  await until(isFound, 'it is found', NOTE_MS_MAX).catch(() => undefined);
  return performance.now() - beganMs;
}

function report(what: string, name: string, lapsMs: readonly number[]): void {
  const { p50Ms, p99Ms } = percentiles(lapsMs);
  line(
    `${what}, beside ${name}`,
    `p50 ${ms(p50Ms)}`,
    `p99 ${ms(p99Ms)}`,
    `${lateOf(lapsMs)} of ${lapsMs.length} not found within ${ms(NOTE_MS_MAX)}`,
  );
}

function lateOf(lapsMs: readonly number[]): number {
  return lapsMs.filter((lapMs) => lapMs >= NOTE_MS_MAX).length;
}
