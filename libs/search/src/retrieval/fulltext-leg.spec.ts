import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@lectern/contracts/core';
import { EmbeddedKeywordIndex, type KeywordHits, type KeywordQuery } from '@lectern/keyword-index';
import { Metrics } from '@lectern/runtime';
import { queryClauses } from '@lectern/text';
import { Degradation } from '../degradation/degradation';
import { FulltextLeg } from './fulltext-leg';

const nowhere = { folder: join(tmpdir(), 'lectern-no-words'), role: 'reader' as const, cacheSizeBytes: 2 ** 20 };

/** Number of fields for which the index returns all paragraphs with a word that is too frequent. */
const FIELDS_READ = 2;

/** A leg over an index with prepared answers per word; records the fields in which words are searched again. */
function legOf(answers: Readonly<Record<string, KeywordHits>>, countFails = false) {
  const within: (readonly [string | undefined, unknown])[] = [];
  const search = async (_: string, { terms, filter, limit }: KeywordQuery) => {
    if (countFails && limit === 0) throw new AppError('unavailable', 'Away');
    const fields = filter && 'all' in filter ? filter.all.flatMap((part) => Object.values(part)[0]) : [];
    if (fields.length > 0) within.push([terms[0], fields]);
    const { hits, more, total } = answers[terms[0] ?? ''] ?? { hits: [], more: false };
    return { hits, more: more && (fields.length === 0 || fields.length > FIELDS_READ), total };
  };
  const keywords = Object.assign(new EmbeddedKeywordIndex(nowhere), { search });
  const leg = new FulltextLeg(keywords, new Degradation(new Metrics()));
  return { leg, within };
}

describe('The fulltext leg', () => {
  const ask = {
    clauses: queryClauses('moon tide', ['']),
    excluded: [],
    minScore: 0,
    signal: new AbortController().signal,
  };
  const hit = (id: string) => ({ id, score: 1 });

  it('looks in the fields of a word of which it has all paragraphs, however few say another', async () => {
    const { leg, within } = legOf({
      moon: { hits: [hit('r/t/a/0-9'), hit('r/t/b/0-9')], more: false, total: 2 },
      tide: { hits: [hit('r/t/b/0-9')], more: true, total: 1 },
    });
    expect((await leg.search('box', ask)).fields.map(({ field }) => field)).toEqual(['t/b']);
    expect(within).toEqual([['tide', ['r/t/a', 'r/t/b']]]);
  });

  it('looks in those of the word that fewest say when all have more than it reads', async () => {
    const { leg, within } = legOf({
      moon: { hits: [hit('r/t/a/0-9')], more: true, total: 9_000 },
      tide: { hits: [hit('r/t/a/0-9')], more: true, total: 6_000 },
    });
    await leg.search('box', ask);
    expect(within.map(([word]) => word)).toEqual(['moon']);
  });

  it('leaves out fields that say an excluded word anywhere', async () => {
    const { leg, within } = legOf({
      moon: { hits: [hit('r/t/a/0-9'), hit('r/t/b/0-9')], more: false },
      sea: { hits: [hit('r/t/b/20-29')], more: false },
    });
    const found = await leg.search('box', { ...ask, clauses: queryClauses('moon', ['']), excluded: ['sea'] });
    expect(found.fields.map(({ field }) => field)).toEqual(['t/a']);
    expect(within).toEqual([['sea', ['r/t/a', 'r/t/b']]]);
  });

  it('looks for the words of a long query in what has the first of them', async () => {
    const words = Array.from({ length: 20 }, (_, i) => `w${i}`);
    const hits = [hit('r/t/a/0-9')];
    const answers = Object.fromEntries(words.map((word) => [word, { hits, more: false }]));
    const { leg, within } = legOf({ ...answers, w19: { hits: [], more: false } });
    const found = await leg.search('box', { ...ask, clauses: queryClauses(words.join(' '), ['']) });
    expect(found.fields).toEqual([]);
    expect(within.map(([word]) => word)).toEqual(['w16', 'w17', 'w18', 'w19']);
  });

  it('looks in fewer fields at once where a word is in more paragraphs than it reads', async () => {
    const fields = Array.from({ length: 8 }, (_, i) => hit(`r/t/f${i}/0-9`));
    const { leg, within } = legOf({
      moon: { hits: fields, more: false },
      tide: { hits: [hit('r/t/f7/0-9')], more: true },
    });
    await leg.search('box', ask);
    expect(within.map(([, some]) => (some as string[]).length)).toEqual([8, 2, 2, 2, 2]);
  });

  it('finds what it has read where how many say a word cannot be counted', async () => {
    const all = { hits: [hit('r/t/a/0-9')], more: true };
    const { leg } = legOf({ moon: all, tide: all }, true);
    expect(await leg.search('box', ask)).toMatchObject({ fields: [{ field: 't/a' }] });
  });
});
