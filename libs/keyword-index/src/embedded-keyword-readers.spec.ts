import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { entryFile } from '@lectern/config';
import type { StoredParagraph } from '@lectern/contracts/core';
import { EmbeddedKeywordIndex } from './embedded-keyword-index';
import { countingOperations } from './engine-operations.fixture';
import { idOf, kbid, queryOf, recordOf, ridOf } from './keyword-records.contract';

const cacheSizeBytes = 2 ** 24;
const resources = 12;
/** Versions that the writing process writes: resources are replaced, rows are moved, tables are recreated. */
const versions = 24;

/** Writes all resources version by version, recreates the table from time to time, and prints each version. */
const writerScript = `
  const [file, folder, kbid] = process.argv.slice(1);
  const { EmbeddedKeywordIndex } = require(file);
  const cacheSizeBytes = ${cacheSizeBytes};
  const index = new EmbeddedKeywordIndex({ folder, role: 'writer', cacheSizeBytes, compactAfterCommits: 3 });
  const record = (n, version) => {
    const rid = n.toString(16).padStart(32, '0');
    const resource = { rid, version, createdMs: n, modifiedMs: n, hidden: false, groups: [], labels: ['/l/v' + version] };
    const shared = { field: 't/body', terms: 'all', words: 'all', language: 'en', kind: 'TEXT', labels: [] };
    const id = rid + '/t/body/0-1';
    const paragraphs = [{ ...shared, text: 'all v' + version, id, index: 0, start: 0, end: 1, page: 0 }];
    return { resource, title: '', paragraphs };
  };
  const work = async () => {
    for (let version = 1; version <= ${versions}; version += 1) {
      if (version % 4 === 0) await index.drop(kbid);
      const changed = Array.from({ length: ${resources} }, (_, n) => record(n, version));
      if (version % 2 === 0) await index.put(kbid, changed);
      else for (const one of changed) await index.put(kbid, [one]);
      process.stdout.write(version + '\\n');
    }
  };
  work();
`;

describe('EmbeddedKeywordIndex in a process that only reads', () => {
  let folder: string;
  let reader: EmbeddedKeywordIndex;
  let writer: EmbeddedKeywordIndex;
  let begun: string[];
  let restore: () => void;
  let child: ChildProcess | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'readers-'));
    // An old reader that shares nothing with the writer, as if in another process.
    reader = new EmbeddedKeywordIndex({ folder: join(folder, 'index'), role: 'reader', cacheSizeBytes });
    const options = { folder: join(folder, 'index'), cacheSizeBytes, compactAfterCommits: 2 };
    writer = new EmbeddedKeywordIndex({ ...options, role: 'writer' });
    restore = await countingOperations(join(folder, 'other'), (name) => begun.push(name));
    begun = [];
  });
  afterEach(async () => {
    restore();
    child?.kill('SIGKILL');
    await Promise.all([reader.close(), writer.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  async function find(words: string): Promise<readonly StoredParagraph[]> {
    const { hits } = await reader.search(kbid, queryOf(words, { limit: 100, countMax: 10_000 }));
    return reader.read(
      kbid,
      hits.map(({ id }) => id),
    );
  }
  const textsOf = async (words: string) => (await find(words)).map(({ text }) => text);

  it('reads rows once: a find that is repeated is one search', async () => {
    await writer.put(kbid, [recordOf(1, ['moon pulls', 'moon shines']), recordOf(2, ['comet'])]);
    begun = [];
    expect(await textsOf('moon')).toHaveLength(2);
    expect(begun).toEqual(['query', 'takeRowIds']);
    begun = [];
    expect(await textsOf('moon')).toHaveLength(2);
    expect(begun).toEqual(['query']);
  });

  it('shows at once what has changed', async () => {
    await writer.put(kbid, [recordOf(1, ['moon pulls']), recordOf(2, ['moon comet'])]);
    await find('moon');
    await writer.update(kbid, [{ ...recordOf(1, []).resource, version: 2, labels: ['/l/new'] }]);
    const found = new Map((await find('moon')).map((one) => [one.rid, one.resourceLabels]));
    expect(found).toEqual(
      new Map([
        [ridOf(1), ['/l/new']],
        [ridOf(2), []],
      ]),
    );
    await writer.put(kbid, [recordOf(2, ['moon rises'], { version: 2 })]);
    expect(await reader.read(kbid, [idOf(ridOf(2), 0)])).toMatchObject([{ text: 'moon rises' }]);
    await writer.delete(kbid, [{ rid: ridOf(1), version: 3 }]);
    expect(await textsOf('moon')).toEqual(['moon rises']);
    expect(await reader.read(kbid, [idOf(ridOf(1), 0)])).toEqual([]);
  });

  it('shows no row of a table that was dropped, although those of the next have the same ids and addresses', async () => {
    for (let time = 0; time < 10; time += 1) {
      await writer.put(kbid, [recordOf(1, [`moon ${time}`])]);
      for (let repeat = 0; repeat < 3; repeat += 1) expect(await textsOf('moon')).toEqual([`moon ${time}`]);
      expect(await reader.read(kbid, [idOf(ridOf(1), 0)])).toMatchObject([{ text: `moon ${time}` }]);
      await writer.drop(kbid);
      if (time % 2 === 0) expect(await textsOf('moon')).toEqual([]);
    }
  });

  it('finds all of a table that was made again, although others asked all the time', async () => {
    let isOver = false;
    const asking = async () => {
      while (!isOver) await find('moon');
    };
    const others = [asking(), asking(), asking()];
    for (let version = 1; version <= 8; version += 1) {
      await writer.drop(kbid);
      const put = (n: number) => writer.put(kbid, [recordOf(n, [`moon ${version}`], { version })]);
      await Promise.all(Array.from({ length: resources }, (_, n) => put(n)));
      expect(await textsOf('moon')).toEqual(Array.from({ length: resources }, () => `moon ${version}`));
    }
    isOver = true;
    await Promise.all(others);
  }, 60_000);

  it('shows what was acknowledged, while another process replaces, moves and drops all rows', async () => {
    await writer.close();
    const file = entryFile(__dirname, 'embedded-keyword-index');
    const running = spawn(process.execPath, ['-e', writerScript, file, join(folder, 'index'), kbid], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = running;
    let acknowledged = 0;
    createInterface({ input: running.stdout }).on('line', (line) => (acknowledged = Number(line)));
    let found = 0;
    const ended = once(running, 'exit').then(() => true);
    for (let isOver = false; !isOver; isOver = await Promise.race([ended, Promise.resolve(false)])) {
      const least = acknowledged;
      for (const { text, resourceLabels } of await find('all')) {
        const version = Number(text.slice('all v'.length));
        expect(version).toBeGreaterThanOrEqual(least);
        expect(resourceLabels).toEqual([`/l/v${version}`]);
        found += 1;
      }
    }
    expect(acknowledged).toBe(versions);
    expect(found).toBeGreaterThan(versions);
    expect(await textsOf('all')).toEqual(Array.from({ length: resources }, () => `all v${versions}`));
  }, 60_000);
});
