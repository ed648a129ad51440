import { mkdtemp, rm, truncate, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DamagedIndexError } from '@lectern/contracts/core';
import { everyFileBelow, flipBytes, harms } from '@lectern/testing';
import { EmbeddedVectorIndex } from './embedded-vector-index';
import { hitsOf, near, recordOf, vectorset } from './vector-records.contract';

const { kbid } = vectorset;
const other = { ...vectorset, kbid: '11111111-8a53-4d29-9a55-3f6f0f7c8d11' };
const RESOURCES = 12;

/** Every query to the index of a box that may be damaged. */
const questions: Readonly<Record<string, (index: EmbeddedVectorIndex) => Promise<unknown>>> = {
  search: (index) => index.search(vectorset, near(0)),
  filtered: (index) => index.search(vectorset, near(0, { filter: { visibleTo: ['group'] } })),
  scroll: (index) => index.scroll(vectorset, 100),
  count: (index) => index.count(vectorset),
  inspect: (index) => index.inspect(vectorset),
  put: (index) => index.put(vectorset, [recordOf(1, [10])]),
  delete: (index) => index.delete(kbid, [{ rid: 'f'.repeat(32), version: 1 }]),
};

describe('EmbeddedVectorIndex with damaged files', () => {
  let folder: string;
  let index: EmbeddedVectorIndex;
  let reported: string[];

  const open = () => {
    const opened = new EmbeddedVectorIndex({ folder, role: 'writer', cacheSizeBytes: 2 ** 24, lookEveryMs: 0 });
    opened.damage.listen(({ kbid: box, absent }) => reported.push(`${box} ${absent ? 'absent' : 'damaged'}`));
    return opened;
  };
  const fill = () =>
    index.put(
      vectorset,
      Array.from({ length: RESOURCES }, (_, n) => recordOf(n, [n * 5])),
    );
  const files = (part = '') => everyFileBelow(folder).filter((file) => file.includes(kbid) && file.includes(part));
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
    expect(await index.inspect(vectorset)).toBe('absent');
    await fill();
    expect(await hitsOf(index, near(0))).toHaveLength(RESOURCES);
    expect(await asked()).toEqual([]);
  };

  beforeEach(async () => {
    reported = [];
    folder = await mkdtemp(join(tmpdir(), 'damaged-'));
    index = open();
    await fill();
    await index.put(other, [recordOf(1, [10])]);
    await index.close();
    index = open();
  });

  afterEach(async () => {
    await index.close();
    await rm(folder, { recursive: true });
  });

  it('is whole when nothing was damaged', async () => {
    expect(await asked()).toEqual([]);
    expect(reported).toEqual([]);
  });

  it('reports the damage of all its files, and is whole again after a drop and a refill', async () => {
    files().forEach((file, i) => flipBytes(file, { seed: i + 1 }));
    expect(await asked()).toEqual(Object.keys(questions));
    expect(new Set(reported)).toEqual(new Set([`${kbid} damaged`]));
    expect(await hitsOf(index, near(0), other)).toEqual([1]);
    await heals();
  });

  it.each([
    ['cut off', '/data/', (file: string) => truncate(file, 40)],
    ['gone', '/data/', (file: string) => rm(file)],
    ['cut off', '_versions/', (file: string) => truncate(file, 10)],
  ])('reports a file that is %s in %s, and heals', async (_, part, damage) => {
    for (const file of files(part).filter((name) => !name.endsWith('.json'))) await damage(file);
    expect((await asked()).length).toBeGreaterThan(0);
    expect(reported[0]).toBe(`${kbid} damaged`);
    await heals();
  });

  it('reports a newest version that is filled with zeros, whatever is asked first, and heals', async () => {
    for (const name of Object.keys(questions)) {
      await index.close();
      const [newest = ''] = files('_versions/').filter((file) => file.endsWith('.manifest'));
      harms['filled with zeros']?.(newest, 1);
      index = open();
      reported = [];
      await expect(questions[name]?.(index)).rejects.toThrow(DamagedIndexError);
      expect([name, reported]).toEqual([name, [`${kbid} damaged`]]);
      await heals();
    }
  });

  it('answers or reports the damage with flipped bytes in one file, whichever it is, and heals', async () => {
    const { length } = files();
    for (let i = 0; i < length; i += 1) {
      await index.close();
      const file = files()[i] ?? '';
      flipBytes(file, { seed: i + 1 });
      reported = [];
      index = open();
      const damaged = await asked();
      expect([file, reported.length > 0]).toEqual([file, damaged.length > 0]);
      await heals();
    }
  });

  it('reports a byte that changes while it is open, whatever is in memory, and heals', async () => {
    await index.close();
    for (const file of files()) await utimes(file, 1_000, 1_000);
    index = open();
    const before = await hitsOf(index, near(0));
    expect(before).toHaveLength(RESOURCES);
    for (const part of ['/data/', '_versions/', '_indices/']) {
      const [file = ''] = files(part).filter((name) => !name.endsWith('.json'));
      flipBytes(file, { bytes: 1, spared: 40 });
      await expect(index.search(vectorset, near(0))).rejects.toThrow(DamagedIndexError);
      await heals();
      await index.close();
      for (const one of files()) await utimes(one, 1_000, 1_000);
      index = open();
      expect(await hitsOf(index, near(0))).toEqual(before);
    }
  });

  it('reports files that disappear while it is open', async () => {
    expect(await asked()).toEqual([]);
    for (const file of files()) await rm(file);
    await expect(index.search(vectorset, near(0))).rejects.toThrow(DamagedIndexError);
    expect(reported).toEqual([`${kbid} damaged`]);
    await heals();
  });
});
