import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client as Database } from 'pg';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { pdfOf } from '../harness/files';
import { Standalone, temporaryFolder } from '../harness/standalone';

const PAGES = 1_500;
const READ_MS_MAX = 120_000;

/** Without digits: lines that differ by a number only are taken for page numbers. */
function wordOf(i: number): string {
  return `q${i.toString(16).replace(/./g, (digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)] ?? '')}q`;
}

describe('ingestion, standalone', () => {
  let silent: Server;
  let folder: string;
  let standalone: Standalone;
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    folder = await temporaryFolder();
    await start();
    kb = await root().createKnowledgeBox();
  });
  afterAll(async () => {
    await standalone.stop();
    silent.closeAllConnections();
    silent.close();
    await rm(folder, { recursive: true, force: true });
  });

  const origin = () => `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const root = () => new Client(standalone.origin, { authorization: `Bearer ${standalone.token}` });
  const start = async () => {
    const env = { EMBEDDER: 'lexical', EGRESS_ALLOW: origin().replace('http://', '') };
    standalone = await Standalone.start({ dataDir: folder, env });
    if (kb) kb = kb.as(root());
  };
  const query = async <R extends object>(sql: string): Promise<R[]> => {
    const database = new Database({ host: join(folder, 'postgres'), user: 'lectern', database: 'lectern' });
    await database.connect();
    try {
      return (await database.query<R>(sql)).rows;
    } finally {
      await database.end();
    }
  };
  const isFound = (word: string) => async () =>
    (await kb.find({ query: word, features: ['keyword'] })).total > 0 ? true : undefined;

  it('finds texts of a resource at once that waits for a page which never comes', async () => {
    const texts = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`t${i}`, { body: `Lynx number${i}q` }]));
    const rid = await kb.createResource({ texts, links: { dead: { uri: `${origin()}/dead` } } });
    await until(isFound('number49q'), 'the last text is found');
    const { metadata, data } = await kb.resource(rid);
    expect(metadata?.status).toBe('PENDING');
    expect(data?.texts?.['t49']?.status).toBe('PROCESSED');
    expect(data?.links?.['dead']?.status).toBe('PENDING');
  });

  it('finds a note at once beside many pages that never come', async () => {
    const links = Array.from({ length: 100 }, (_, i) => [`l${i}`, { uri: `${origin()}/${i}` }] as const);
    for (let i = 0; i < 8; i += 1) await kb.createResource({ links: Object.fromEntries(links) });
    await kb.createResource({ texts: { a: { body: 'A beside67q note' } } });
    await until(isFound('beside67q'), 'the note is found');
  });

  it('keeps what was read of a large file when the process is killed, and goes on from there', async () => {
    const words = Array.from({ length: PAGES }, (_, i) => wordOf(i));
    const pages = words.map((word) => `The ${word} sails at dawn. `.repeat(30));
    const file = { filename: 'report.pdf', contentType: 'application/pdf' };
    const rid = await kb.upload(pdfOf(pages), file);
    const parts = () =>
      query<{ part: number; resumes: boolean; written: string }>(
        `SELECT part, resume IS NOT NULL AS resumes, xmin::text AS written FROM knowledge_box.field_parts
         WHERE rid = '${rid}' ORDER BY part`,
      );
    await until(async () => (await parts()).filter(({ resumes }) => resumes).length > 1 || undefined, 'parts are kept');
    process.kill(standalone.app.pid, 'SIGKILL');
    await start();
    const kept = (await parts()).filter(({ resumes }) => resumes);
    expect(kept.length).toBeGreaterThan(1);
    const later = await until(async () => {
      const now = await parts();
      return now.length > kept.length || now.length === 0 ? now : undefined;
    }, 'it goes on');
    // A part that is written again is another row version.
    if (later.length > 0) expect(later.slice(0, kept.length)).toEqual(kept);
    await until(isFound(wordOf(PAGES - 1)), 'the last page is found', READ_MS_MAX);
    const { data } = await kb.resource(rid, { show: ['extracted'], extracted: ['text'] });
    const text = Object.values(data?.files ?? {})[0]?.extracted?.text?.text ?? '';
    expect([...new Set(text.match(/q[a-p]+q/g))]).toEqual(words);
    expect(await parts()).toEqual([]);
  }, 240_000);
});
