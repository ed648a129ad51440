import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { entryFile } from '@lectern/config';
import { EmbeddedKeywordIndex } from './embedded-keyword-index';
import { hitsOf, kbid, queryOf, recordOf, ridOf } from './keyword-records.contract';

const cacheSizeBytes = 2 ** 26;

/** Puts resources, eight at a time, replaces every second one, and prints each completed one. */
const writerScript = `
  const [file, folder, kbid] = process.argv.slice(1);
  const { EmbeddedKeywordIndex } = require(file);
  const cacheSizeBytes = ${cacheSizeBytes};
  const index = new EmbeddedKeywordIndex({ folder, role: 'writer', cacheSizeBytes, compactAfterCommits: 10 });
  const record = (n, version) => {
    const rid = n.toString(16).padStart(32, '0');
    const resource = { rid, version, createdMs: n, modifiedMs: n, hidden: false, groups: [], labels: [] };
    const words = 'all v' + version;
    const shared = { field: 't/body', text: words, terms: words, words, language: 'en', kind: 'TEXT', labels: [] };
    const paragraph = (index) => {
      const id = rid + '/t/body/' + index + '-' + version;
      return { ...shared, id, index, start: index, end: version, page: 0 };
    };
    return { resource, title: '', paragraphs: [paragraph(0), paragraph(1)] };
  };
  let next = 0;
  const work = async () => {
    for (;;) {
      const n = next++;
      await index.put(kbid, [record(n, 1)]);
      if (n % 2 === 0) await index.put(kbid, [record(n, 2)]);
      process.stdout.write(n + '\\n');
    }
  };
  for (let i = 0; i < 8; i++) work();
`;

const largeParagraphs = 6_500;

/** Puts a large and a small resource, then updates both repeatedly, and prints each version. */
const updaterScript = `
  const [file, folder, kbid] = process.argv.slice(1);
  const { EmbeddedKeywordIndex } = require(file);
  const index = new EmbeddedKeywordIndex({ folder, role: 'writer', cacheSizeBytes: ${cacheSizeBytes} });
  const resource = (n, version) => {
    const rid = n.toString(16).padStart(32, '0');
    const labels = ['/l/v' + version];
    return { rid, version, createdMs: n, modifiedMs: n, hidden: false, groups: [], labels };
  };
  const record = (n, count) => {
    const shared = { field: 't/body', text: 'all', terms: 'all', words: 'all', language: 'en', kind: 'TEXT' };
    const paragraph = (_, index) => {
      const id = resource(n, 1).rid + '/t/body/' + index;
      return { ...shared, id, labels: ['/own/' + (index % 2)], index, start: index, end: index, page: 0 };
    };
    return { resource: resource(n, 1), title: '', paragraphs: Array.from({ length: count }, paragraph) };
  };
  const work = async () => {
    await index.put(kbid, [record(1, ${largeParagraphs}), record(2, 3)]);
    for (let version = 2; ; version += 1) {
      process.stdout.write(version - 1 + '\\n');
      await index.update(kbid, [resource(1, version), resource(2, version)]);
    }
  };
  work();
`;

describe('EmbeddedKeywordIndex among processes', () => {
  let folder: string;
  let child: ChildProcess | undefined;
  const open = (role: 'writer' | 'reader', lockWaitMs = 0) =>
    new EmbeddedKeywordIndex({ folder, role, cacheSizeBytes, lockWaitMs });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keywords-'));
  });

  afterEach(async () => {
    if (child && child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts a writing process and collects the numbers it prints until there are enough. */
  async function startWriter(enough: number, script = writerScript): Promise<number[]> {
    const file = entryFile(__dirname, 'embedded-keyword-index');
    const running = spawn(process.execPath, ['-e', script, file, folder, kbid], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = running;
    const done: number[] = [];
    await new Promise<void>((resolve, reject) => {
      running.once('error', reject).once('exit', () => reject(new Error('the writer ended early')));
      createInterface({ input: running.stdout }).on('line', (line) => done.push(Number(line)) === enough && resolve());
    });
    return done;
  }

  async function kill(): Promise<void> {
    child?.kill('SIGKILL');
    if (child) await once(child, 'exit');
  }

  it.each([30, 75, 160])(
    'holds everything that was acknowledged before a kill, exactly once (after %i resources)',
    async (enough) => {
      const done = await startWriter(enough);
      await kill();
      const index = open('writer', 2_000);
      const held = new Map<string, { version: number; paragraphs: number }>();
      for (let cursor: string | undefined; ;) {
        const page = await index.scroll(kbid, 100, cursor);
        for (const { rid, ...rest } of page.resources) held.set(rid, rest);
        cursor = page.cursor;
        if (!cursor) break;
      }
      for (const n of done) expect(held.get(ridOf(n))).toEqual({ version: n % 2 === 0 ? 2 : 1, paragraphs: 2 });
      await index.put(kbid, [recordOf(0, ['walrus'], { version: 3 })]);
      expect(await hitsOf(index, queryOf('walrus'))).toEqual([0]);
      for (const { paragraphs } of held.values()) expect(paragraphs).toBe(2);
      await index.close();
    },
  );

  it.each([0, 40, 90, 150, 220, 300])(
    'holds all paragraphs exactly once, all of one version, after a kill %i ms into an update of many pages',
    async (delayMs) => {
      const acknowledged = await startWriter(2, updaterScript);
      await sleep(delayMs);
      await kill();
      const index = open('writer', 2_000);
      const { resources } = await index.scroll(kbid, 10);
      const [large, small] = resources;
      expect(large?.version).toBeGreaterThanOrEqual(acknowledged.at(-1) ?? Infinity);
      expect(resources).toEqual([
        { rid: ridOf(1), version: large?.version, paragraphs: largeParagraphs },
        { rid: ridOf(2), version: small?.version, paragraphs: 3 },
      ]);
      expect(small?.version).toBe(large?.version);
      expect(await index.facets(kbid, ['/l', '/own'])).toEqual({
        '/l': { [`/l/v${large?.version}`]: largeParagraphs + 3 },
        '/own': { '/own/0': largeParagraphs / 2 + 2, '/own/1': largeParagraphs / 2 + 1 },
      });
      await index.close();
    },
  );

  it('is read by one process while another writes', async () => {
    const reader = open('reader');
    expect(await reader.search(kbid, queryOf('all'))).toEqual({ hits: [], more: false });
    const done = await startWriter(20);
    for (const n of [...done]) {
      const query = queryOf('', { terms: ['all'], filter: { resources: [ridOf(n)] } });
      expect(new Set(await hitsOf(reader, query))).toEqual(new Set([n]));
    }
    const before = (await reader.count(kbid)).paragraphs;
    while ((await reader.count(kbid)).paragraphs < before + 40)
      expect(await reader.search(kbid, queryOf('', { terms: ['v1'] }))).toMatchObject({ more: true });
    await expect(reader.put(kbid, [recordOf(1, ['x'])])).rejects.toMatchObject({ code: 'unavailable' });
    await reader.close();
  });

  it('has one writer at a time, and the next one after it is gone', async () => {
    await startWriter(1);
    const second = open('writer');
    await expect(second.put(kbid, [recordOf(1, ['x'])])).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Another process writes'),
    });
    await expect(second.check()).rejects.toMatchObject({ code: 'unavailable' });
    await kill();
    await second.put(kbid, [recordOf(1_000_000, ['takeover'])]);
    expect(await hitsOf(second, queryOf('takeover'))).toEqual([1_000_000]);
    await second.close();
  });

  it('is shared by all who open it in one process, until the last one closes it', async () => {
    const [first, second, reader] = [open('writer'), open('writer'), open('reader')];
    await Promise.all([first.put(kbid, [recordOf(1, ['alpha'])]), second.put(kbid, [recordOf(2, ['alpha'])])]);
    await Promise.all([first.close(), first.close()]);
    expect((await hitsOf(reader, queryOf('alpha'))).sort()).toEqual([1, 2]);
    await second.put(kbid, [recordOf(3, ['alpha'])]);
    expect((await hitsOf(reader, queryOf('alpha'))).sort()).toEqual([1, 2, 3]);
    await Promise.all([second.close(), reader.close()]);
    await expect(reader.check()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('shows a reader what was written after a knowledge box was dropped', async () => {
    const reader = open('reader');
    const writer = open('writer');
    await writer.put(kbid, [recordOf(1, ['alpha']), recordOf(2, ['alpha'])]);
    expect((await hitsOf(reader, queryOf('alpha'))).sort()).toEqual([1, 2]);
    await writer.drop(kbid);
    expect(await hitsOf(reader, queryOf('alpha'))).toEqual([]);
    await writer.put(kbid, [recordOf(3, ['alpha'])]);
    expect(await hitsOf(reader, queryOf('alpha'))).toEqual([3]);
    await writer.drop(kbid);
    await writer.put(kbid, [recordOf(4, ['alpha'])]);
    expect(await hitsOf(reader, queryOf('alpha'))).toEqual([4]);
    await Promise.all([writer.close(), reader.close()]);
  });
});
