import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DamagedIndexError } from '@lectern/contracts';
import { filesBelow, flipBytes } from '@lectern/testing';
import { EmbeddedKeywordIndex } from './embedded-keyword-index';
import { hitsOf, kbid, queryOf, recordOf } from './keyword-records.contract';

const RESOURCES = 12;
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

/** Every way to ask an index of a box that may be damaged. */
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
  let told: string[];

  const open = () => {
    const options = { folder, role: 'writer', cacheSizeBytes: 2 ** 24, compactAfterCommits: 1 } as const;
    const opened = new EmbeddedKeywordIndex(options);
    opened.damage.listen(({ kbid: box, absent }) => told.push(`${box} ${absent ? 'absent' : 'damaged'}`));
    return opened;
  };
  const fill = async () => {
    for (let n = 0; n < RESOURCES; n += 4) await index.put(kbid, records(n));
  };
  const files = (part = '') => filesBelow(join(folder, `${kbid}.lance`)).filter((file) => file.includes(part));
  /** What each question ends with; nothing but an answer or the typed error. */
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
    told = [];
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
    expect(told).toEqual([]);
  });

  it('is told when all its files are damaged, and whole again when it was dropped and filled', async () => {
    files().forEach((file, i) => flipBytes(file, { seed: i + 1 }));
    index = open();
    expect(await asked()).toEqual(Object.keys(questions));
    expect(new Set(told)).toEqual(new Set([`${kbid} damaged`]));
    expect(await hitsOf(index, queryOf('alpha'), otherBox)).toEqual([1]);
    await heals();
  });

  it.each([
    ['data', '/data/', (file: string) => rm(file)],
    ['data', '/data/', (file: string) => truncate(file, 40)],
    ['the index of words', '_tokens.lance', (file: string) => rm(file)],
    ['the index of words', '_invert.lance', (file: string) => truncate(file, 40)],
    ['the newest version', '_versions/', (file: string) => truncate(file, 10)],
  ])('is told when a file of %s is gone or cut off, and heals', async (_, part, damage) => {
    for (const file of files(part).filter((name) => !name.endsWith('.json'))) await damage(file);
    index = open();
    expect((await asked()).length).toBeGreaterThan(0);
    expect(told[0]).toBe(`${kbid} damaged`);
    await heals();
  });

  it.each(kinds)('answers or tells the damage with flipped bytes in %s, and heals', async (part) => {
    const [file = ''] = files(part).toReversed();
    flipBytes(file);
    index = open();
    const damaged = await asked();
    expect(told.length > 0).toBe(damaged.length > 0);
    await heals();
  });

  it('is told when its files go while it is open', async () => {
    index = open();
    expect(await asked()).toEqual([]);
    await rm(join(folder, `${kbid}.lance`), { recursive: true, maxRetries: 5 });
    await expect(index.search(kbid, all)).rejects.toThrow(DamagedIndexError);
    expect(told).toEqual([`${kbid} damaged`]);
    await heals();
  });

  it('is told when bytes are flipped while it is open, by the next write or search that reads them', async () => {
    index = open();
    await index.count(kbid);
    files().forEach((file, i) => flipBytes(file, { seed: i + 1 }));
    expect((await asked()).length).toBeGreaterThan(0);
    await heals();
  });

  it('is told by a process that only reads', async () => {
    files().forEach((file, i) => flipBytes(file, { seed: i + 7 }));
    index = new EmbeddedKeywordIndex({ folder, role: 'reader', cacheSizeBytes: 2 ** 24 });
    index.damage.listen(({ absent }) => told.push(absent ? 'absent' : 'damaged'));
    await expect(index.search(kbid, all)).rejects.toThrow(DamagedIndexError);
    expect(told).toEqual(['damaged']);
  });
});
