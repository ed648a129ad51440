import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InProcessBus } from '@lectern/bus';
import { AppError, type StoredParagraph } from '@lectern/contracts/core';
import { EmbeddedKeywordIndex, type KeywordQuery } from '@lectern/keyword-index';
import { Metrics } from '@lectern/runtime';
import { Logger } from '@nestjs/common';
import { Degradation } from '../degradation/degradation';
import { type AskedWords, asSaidOnly, KeywordLeg, WITHOUT_FUZZY } from './keyword-leg';

const nowhere = { folder: join(tmpdir(), 'lectern-no-words'), role: 'reader' as const, cacheSizeBytes: 2 ** 20 };
const said = (...words: readonly string[]): AskedWords => ({ words, languages: ['en'] });
const query: KeywordQuery = { terms: [], phrases: [], excluded: [], limit: 1, minScore: 0 };
const paragraph: StoredParagraph = {
  id: 'r/t/a/0-9',
  rid: 'r',
  field: 't/a',
  text: 'The ibex',
  language: 'en',
  kind: 'TEXT',
  labels: [],
  index: 0,
  start: 0,
  end: 9,
  page: 0,
  resourceLabels: [],
  resourceTitle: '',
};

describe.each([
  ['a bug', new TypeError('x is not a function'), 1],
  ['an index that is away', new AppError('unavailable', 'Away'), 0],
])('The keyword leg, after %s', (_, error, faults) => {
  let metrics: Metrics;
  let leg: KeywordLeg;

  beforeEach(() => {
    Logger.overrideLogger(false);
    metrics = new Metrics();
    const fail = () => Promise.reject(error);
    const keywords = Object.assign(new EmbeddedKeywordIndex(nowhere), { search: fail, read: fail });
    const bus = Object.assign(new InProcessBus(), { request: async () => ({ paragraphs: [paragraph] }) });
    leg = new KeywordLeg(bus, keywords, new Degradation(metrics));
  });

  const counted = async (stage: string) => {
    const [, count = '0'] = new RegExp(`retrieval_faults_total{stage="${stage}"} (\\d+)`).exec(await text()) ?? [];
    return Number(count);
  };
  const text = async () => (await metrics.text()).body;

  it('is gone on without, which the answer says', async () => {
    expect(await leg.search('box', query, asSaidOnly)).toEqual({
      hits: [],
      more: false,
      total: 0,
      approximate: [],
      isDamaged: false,
      failure: 'The keyword index could not be asked: results are by meaning only',
    });
    expect(await counted('keyword')).toBe(faults);
  });

  it('reads the texts from the knowledge box', async () => {
    expect(await leg.read('box', [paragraph.id])).toEqual([paragraph]);
    expect(await counted('texts')).toBe(faults);
  });
});

describe('The keyword leg', () => {
  /** A leg over an index that finds a paragraph for similar words; records the queries. */
  function legOf(found: { readonly exact: boolean }) {
    const asked: KeywordQuery[] = [];
    const hit = { id: paragraph.id, score: 1 };
    const search = async (_: string, given: KeywordQuery) => {
      asked.push(given);
      const isFound = found.exact || (given.approximate ?? []).length > 0;
      return { hits: isFound ? [hit] : [], more: false, total: isFound ? 7 : 0 };
    };
    const keywords = Object.assign(new EmbeddedKeywordIndex(nowhere), { search });
    return { leg: new KeywordLeg(new InProcessBus(), keywords, new Degradation(new Metrics())), asked };
  }

  it('looks besides for what is nearly the same as a word that nothing has, and says which hits are that', async () => {
    const asked: KeywordQuery[] = [];
    const search = async (_: string, given: KeywordQuery) => {
      asked.push(given);
      const isThere = given.terms.includes('polici');
      const hits = [...(isThere ? ['policy'] : []), ...(given.approximate ? ['committee'] : [])];
      return { hits: hits.map((id) => ({ id, score: 1 })), more: false, total: hits.length };
    };
    const keywords = Object.assign(new EmbeddedKeywordIndex(nowhere), { search });
    const leg = new KeywordLeg(new InProcessBus(), keywords, new Degradation(new Metrics()));
    const words = said('commitee', 'policy', 'kt4077', 'abc');
    const found = await leg.search('box', { ...query, terms: ['commite', 'polici', 'kt4077'] }, words);
    expect(found).toMatchObject({
      approximate: [{ word: 'commitee', edits: 1, prefix: false }],
      total: 2,
      asSaid: new Set(['policy']),
    });
    expect(asked.at(-1)).toMatchObject({ terms: ['commite', 'polici', 'kt4077'] });

    const before = asked.length;
    await leg.search('box', { ...query, terms: ['polici'] }, said('policy'));
    // The word is already known to exist.
    expect(asked).toHaveLength(before + 1);
  });

  it('does not look for words that its hits have', async () => {
    const asked: KeywordQuery[] = [];
    const search = async (_: string, given: KeywordQuery) => {
      asked.push(given);
      return { hits: [{ id: paragraph.id, score: 1 }], more: true, total: 7, termsFound: ['polici'] };
    };
    const keywords = Object.assign(new EmbeddedKeywordIndex(nowhere), { search });
    const leg = new KeywordLeg(new InProcessBus(), keywords, new Degradation(new Metrics()));
    await leg.search('box', { ...query, terms: ['committe', 'polici'] }, said('committee', 'policy'));
    expect(asked.map(({ terms }) => terms)).toEqual([['committe', 'polici'], ['committe']]);
  });

  it('looks for nearly the same words only where the words are nowhere', async () => {
    const { leg, asked } = legOf({ exact: true });
    expect(await leg.search('box', { ...query, terms: ['tyde'] }, said('tydes'))).toMatchObject({ approximate: [] });
    expect(asked).toHaveLength(1);

    const other = legOf({ exact: false });
    const found = await other.leg.search('box', { ...query, terms: ['tyde'], excluded: ['sun'] }, said('tydes'));
    expect(found).toMatchObject({ hits: [{ id: paragraph.id }], total: 7 });
    expect(found.approximate).toEqual([{ word: 'tydes', edits: 1, prefix: true }]);
    expect(other.asked[1]).toMatchObject({ terms: [], phrases: [], excluded: ['sun'], approximate: found.approximate });
  });

  it('has answered with nothing where only the search for nearly the same words fails', async () => {
    const search = async (_: string, { approximate }: KeywordQuery) =>
      approximate ? Promise.reject(new TypeError('x is not a function')) : { hits: [], more: false, total: 0 };
    const keywords = Object.assign(new EmbeddedKeywordIndex(nowhere), { search });
    const leg = new KeywordLeg(new InProcessBus(), keywords, new Degradation(new Metrics()));
    const found = await leg.search('box', { ...query, terms: ['tyde'] }, said('tydes'));
    expect(found).toEqual({ hits: [], more: false, total: 0, approximate: [], warning: WITHOUT_FUZZY });
  });

  it.each([
    ['a score is wanted', { minScore: 0.5 }, ['tydes']],
    ['the words are short', {}, ['ty']],
  ])('does not look for them where %s', async (_, members, words) => {
    const { leg, asked } = legOf({ exact: false });
    expect(await leg.search('box', { ...query, ...members }, said(...words))).toMatchObject({ hits: [], total: 0 });
    expect(asked).toHaveLength(1);
  });
});
