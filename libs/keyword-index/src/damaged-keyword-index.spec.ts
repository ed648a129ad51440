import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DamagedIndexError } from '@lectern/contracts/core';
import { everyFileBelow, flipBytes, harms } from '@lectern/testing';
import { EmbeddedKeywordIndex } from './embedded-keyword-index';
import { hitsOf, kbid, queryOf, recordOf } from './keyword-records.contract';

const RESOURCES = 12;
const FOOTER_BYTES = 40;
const records = (from: number) =>
  Array.from({ length: 4 }, (_, i) => recordOf(from + i, [`alpha w${from + i}`, 'beta']));
const otherBox = '11111111-8a53-4d29-9a55-3f6f0f7c8d11';
const kinds = [
  '/data/',
  '_tokens.lance',
  '_invert.lance',
  '_docs.lance',
  'metadata.lance',
  'page_data.lance',
  '_transactions/',
];
const all = queryOf('alpha', { limit: 100 });

/** Every query to the index of a box that may be damaged. */
const questions: Readonly<Record<string, (index: EmbeddedKeywordIndex) => Promise<unknown>>> = {
  search: (index) => index.search(kbid, all),
  filtered: (index) => index.search(kbid, queryOf('alpha', { filter: { visibleTo: ['group'] } })),
  newest: (index) => index.search(kbid, { ...all, terms: [] }),
  read: (index) => index.read(kbid, ['0/t/body/0-50']),
  facets: (index) => index.facets(kbid, ['/language']),
  scroll: (index) => index.scroll(kbid, 100),
  count: (index) => index.count(kbid),
  inspect: (index) => index.inspect(kbid),
  put: (index) => index.put(kbid, [recordOf(1, ['alpha'], { version: 1 })]),
  delete: (index) => index.delete(kbid, [{ rid: 'f'.repeat(32), version: 1 }]),
};

describe('EmbeddedKeywordIndex with damaged files', () => {
  let folder: string;
  let index: EmbeddedKeywordIndex;
  let reported: string[];

  const open = () => {
    const options = { folder, role: 'writer', cacheSizeBytes: 2 ** 24, compactAfterCommits: 1 } as const;
    const opened = new EmbeddedKeywordIndex(options);
    opened.damage.listen(({ kbid: box, absent }) => reported.push(`${box} ${absent ? 'absent' : 'damaged'}`));
    return opened;
  };
  const fill = async () => {
    for (let n = 0; n < RESOURCES; n += 4) await index.put(kbid, records(n));
  };
  const files = (part = '') => everyFileBelow(join(folder, `${kbid}.lance`)).filter((file) => file.includes(part));
  /** The outcome of each query: an answer or the typed error, nothing else. */
  const asked = async () => {
    const damaged: string[] = [];
    for (const [name, ask] of Object.entries(questions)) {
      await ask(index).catch((error: unknown) => {
        expect(error).toBeInstanceOf(DamagedIndexError);
        damaged.push(name);
      });
    }
    return damaged;
  };
  const heals = async () => {
    await index.drop(kbid);
    expect(await index.inspect(kbid)).toBe('absent');
    await fill();
    expect(await hitsOf(index, all)).toHaveLength(RESOURCES);
    expect(await asked()).toEqual([]);
  };

  beforeEach(async () => {
    reported = [];
    folder = await mkdtemp(join(tmpdir(), 'damaged-'));
    index = open();
    await fill();
    await index.put(otherBox, [recordOf(1, ['alpha'])]);
    await index.close();
  });

  afterEach(async () => {
    await index.close();
    await rm(folder, { recursive: true });
  });

  it('is whole when nothing was damaged', async () => {
    index = open();
    expect(await asked()).toEqual([]);
    expect(reported).toEqual([]);
  });

  it('reports the damage of all its files, and is whole again after a drop and a refill', async () => {
    files().forEach((file, i) => flipBytes(file, { seed: i + 1 }));
    index = open();
    expect(await asked()).toEqual(Object.keys(questions));
    expect(new Set(reported)).toEqual(new Set([`${kbid} damaged`]));
    expect(await hitsOf(index, queryOf('alpha'), otherBox)).toEqual([1]);
    await heals();
  });

  it.each([
    ['data', '/data/', (file: string) => rm(file)],
    ['data', '/data/', (file: string) => truncate(file, 40)],
    ['the index of words', '_tokens.lance', (file: string) => rm(file)],
    ['the index of words', '_invert.lance', (file: string) => truncate(file, 40)],
    ['the newest version', '_versions/', (file: string) => truncate(file, 10)],
  ])('reports a missing or truncated file of %s, and heals', async (_, part, damage) => {
    for (const file of files(part).filter((name) => !name.endsWith('.json'))) await damage(file);
    index = open();
    expect((await asked()).length).toBeGreaterThan(0);
    expect(reported[0]).toBe(`${kbid} damaged`);
    await heals();
  });

  it('reports a newest version that is filled with zeros, whatever is asked first, and heals', async () => {
    for (const name of Object.keys(questions)) {
      const [newest = ''] = files('_versions/').filter((file) => file.endsWith('.manifest'));
      harms['filled with zeros']?.(newest, 1);
      index = open();
      reported = [];
      await expect(questions[name]?.(index)).rejects.toThrow(DamagedIndexError);
      expect([name, reported]).toEqual([name, [`${kbid} damaged`]]);
      await heals();
      await index.close();
    }
    index = open();
  });

  it.each(kinds)('answers or reports the damage with flipped bytes in %s, and heals', async (part) => {
    const [file = ''] = files(part).toReversed();
    flipBytes(file);
    index = open();
    const damaged = await asked();
    expect(reported.length > 0).toBe(damaged.length > 0);
    await heals();
  });

  it('reports files that disappear while it is open', async () => {
    index = open();
    expect(await asked()).toEqual([]);
    await rm(join(folder, `${kbid}.lance`), { recursive: true, maxRetries: 5 });
    await expect(index.search(kbid, all)).rejects.toThrow(DamagedIndexError);
    expect(reported).toEqual([`${kbid} damaged`]);
    await heals();
  });

  it('reports bytes that are flipped while it is open, at the next write or search that reads them', async () => {
    index = open();
    await index.count(kbid);
    // LanceDB aborts the process on a damaged footer; the next start detects that before opening the file.
    files().forEach((file, i) => flipBytes(file, { seed: i + 1, spared: FOOTER_BYTES }));
    expect((await asked()).length).toBeGreaterThan(0);
    await heals();
  });

  it('looks at footers before it compacts files that were damaged while it was open', async () => {
    index = open();
    await index.count(kbid);
    for (const file of files('_tokens.lance')) {
      const content = await readFile(file);
      content.writeBigUInt64LE(2n ** 60n, content.length - FOOTER_BYTES + 16);
      await writeFile(file, content);
    }
    await index.put(kbid, [recordOf(RESOURCES + 1, ['gamma'])]);
    for (let tries = 0; reported.length === 0 && tries < 500; tries += 1) await sleep(10);
    expect(reported).toEqual([`${kbid} damaged`]);
    await heals();
  });

  it('reports damage from a process that only reads', async () => {
    files().forEach((file, i) => flipBytes(file, { seed: i + 7 }));
    index = new EmbeddedKeywordIndex({ folder, role: 'reader', cacheSizeBytes: 2 ** 24 });
    index.damage.listen(({ absent }) => reported.push(absent ? 'absent' : 'damaged'));
    await expect(index.search(kbid, all)).rejects.toThrow(DamagedIndexError);
    expect(reported).toEqual(['damaged']);
  });
});
