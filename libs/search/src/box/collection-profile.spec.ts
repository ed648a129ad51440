import type { KeywordRecord } from '@lectern/contracts/core';
import { EmbeddedKeywordIndex } from '@lectern/keyword-index';
import { Metrics } from '@lectern/runtime';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CollectionProfile } from './collection-profile';
import { Degradation } from '../degradation/degradation';

const kbid = '11111111-1111-4111-8111-111111111111';

function record(number: number, language: string): KeywordRecord {
  const rid = number.toString(16).padStart(32, '0');
  const resource = { rid, version: 1, createdMs: 1, modifiedMs: 1, hidden: false, groups: [], labels: [] };
  const text = { text: 'a', terms: 'a', words: 'a', kind: 'TEXT', labels: [], index: 0, start: 0, end: 1 } as const;
  return { resource, title: '', paragraphs: [{ id: `${rid}/t/a/0-1`, field: 't/a', language, page: 0, ...text }] };
}

describe('CollectionProfile', () => {
  let folder: string;
  let index: EmbeddedKeywordIndex;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'profile-'));
    index = new EmbeddedKeywordIndex({ folder, role: 'writer', cacheSizeBytes: 2 ** 24 });
  });
  afterEach(async () => {
    await index.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('gives the shares of the languages of a box, and nothing of a box that is empty', async () => {
    const profile = new CollectionProfile(index, new Degradation(new Metrics()));
    expect(await profile.languages(kbid)).toEqual({});
    await index.put(kbid, [record(1, 'de'), record(2, 'en'), record(3, 'de'), record(4, 'de')]);
    expect(await profile.languages(kbid)).toEqual({ de: 0.75, en: 0.25 });
  });

  it('soon sees that a small box has got another language', async () => {
    const profile = new CollectionProfile(index, new Degradation(new Metrics()));
    await index.put(kbid, [record(1, 'de')]);
    expect(await profile.languages(kbid)).toEqual({ de: 1 });
    await index.put(kbid, [record(2, 'en'), record(3, 'en'), record(4, 'en')]);
    await sleep(600);
    expect(await profile.languages(kbid)).toEqual({ en: 0.75, de: 0.25 });
  });

  it('counts a small box again for who asks for it', async () => {
    const profile = new CollectionProfile(index, new Degradation(new Metrics()));
    await index.put(kbid, [record(1, 'de')]);
    expect(await profile.languages(kbid)).toEqual({ de: 1 });
    await index.put(kbid, [record(2, 'en')]);
    expect(await profile.languages(kbid)).toEqual({ de: 1 });
    expect(await profile.languages(kbid, { fresh: true })).toEqual({ de: 0.5, en: 0.5 });
    expect(await profile.languages(kbid)).toEqual({ de: 0.5, en: 0.5 });
  });

  it('goes by what it knew while the index does not answer', async () => {
    const profile = new CollectionProfile(index, new Degradation(new Metrics()));
    const counted = index.facets.bind(index);
    index.facets = () => new Promise(() => undefined);
    expect(await profile.languages('22222222-2222-4222-8222-222222222222')).toEqual({});
    index.facets = counted;
    await index.put(kbid, [record(1, 'de')]);
    expect(await profile.languages(kbid)).toEqual({ de: 1 });
    await sleep(600);
    index.facets = () => new Promise(() => undefined);
    expect(await profile.languages(kbid)).toEqual({ de: 1 });
  });
});
