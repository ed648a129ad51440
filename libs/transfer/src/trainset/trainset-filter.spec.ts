import type { IndexFilter } from '@lectern/contracts/core';
import { TrainsetFilter, type TrainsetPayload } from '@lectern/contracts/knowledge-box';
import { checkedType, type FilteredField, listsFilter, passes, refuseKinds } from './trainset-filter';

const RID = '0123456789abcdef0123456789abcdef';
const field: FilteredField = {
  resource: {
    rid: RID,
    version: 1,
    createdMs: 1_000,
    modifiedMs: 2_000,
    hidden: false,
    groups: ['staff'],
    labels: ['/l/topics/tides'],
  },
  field: { letter: 't', id: 'body', understood: { language: 'en' } },
  paragraphLabels: ['/l/marks/red'],
  labels: [
    '/l/topics/tides',
    '/t/sea',
    '/p/notes/2024',
    '/n/i/text/plain',
    '/n/s/PROCESSED',
    '/m/author/ann',
    '/e/PERSON/Ann',
  ],
};
const request = (type: number, lists: Partial<TrainsetFilter> = {}): TrainsetPayload => ({
  type,
  batch_size: 5,
  exclude_text: false,
  filter: Object.assign(new TrainsetFilter(), lists),
});
const keeps = (filter: IndexFilter) => passes(filter, field);

describe('the lists of a request', () => {
  const keepsLists = (lists: Partial<TrainsetFilter>) => keeps(listsFilter(request(7, lists), 'FIELD_STREAMING'));

  it.each<[Partial<TrainsetFilter>, boolean]>([
    [{}, true],
    [{ labels: ['topics'] }, true],
    [{ labels: ['topics/tides'] }, true],
    [{ labels: ['topic'] }, false],
    [{ labels: ['other', 'topics'] }, true],
    [{ labels: ['topics'], tags: ['other'] }, false],
    [{ tags: ['sea'], paths: ['/notes'], icons: ['text/plain'] }, true],
    [{ metadata: ['author'], entities: ['PERSON/Ann'], status: ['PROCESSED'] }, true],
    [{ entities: ['PLACE'] }, false],
    [{ fields: ['t'] }, true],
    [{ fields: ['/t/body'] }, true],
    [{ fields: ['t/other'] }, false],
    [{ rids: ['01234567-89ab-cdef-0123-456789ABCDEF'] }, true],
    [{ rids: ['0'] }, false],
  ])('%j keep it: %s', (lists, isKept) => {
    expect(keepsLists(lists)).toBe(isKept);
  });

  it('have one label for fields, and types of names for tokens', () => {
    const lists = { labels: ['other', 'topics'] };
    expect(keeps(listsFilter(request(0, lists), 'FIELD_CLASSIFICATION'))).toBe(false);
    expect(keeps(listsFilter(request(3, lists), 'TOKEN_CLASSIFICATION'))).toBe(true);
  });
});

describe('a filter', () => {
  it.each<[IndexFilter, boolean]>([
    [{ all: [] }, true],
    [{ any: [] }, false],
    [{ not: { label: '/t/sea' } }, false],
    [{ label: '/l/marks', of: 'paragraph' }, true],
    [{ label: '/l/marks', of: 'resource' }, false],
    [{ label: '/l/topics', of: 'paragraph' }, false],
    [{ resourceFields: [`${RID}/t/body`] }, true],
    [{ resourceFields: [`${RID}/t/other`] }, false],
    [{ date: 'created', sinceMs: 1_000, untilMs: 1_000 }, true],
    [{ date: 'modified', untilMs: 1_999 }, false],
    [{ visibleTo: [] }, false],
    [{ visibleTo: ['staff'] }, true],
    [{ hidden: false }, true],
    [{ language: 'de' }, false],
  ])('%j keeps it: %s', (filter, isKept) => {
    expect(keeps(filter)).toBe(isKept);
  });
});

describe('the kind of paragraphs', () => {
  it('is refused wherever a filter names it', () => {
    const kind = { label: '/k/ocr' };
    for (const filter of [kind, { all: [kind] }, { any: [{ not: kind }] }])
      expect(() => refuseKinds(filter)).toThrow('not supported by this version');
    expect(() => refuseKinds({ all: [{ label: '/l/k' }, { hidden: true }] })).not.toThrow();
  });
});

describe('a type', () => {
  it('takes labels as it needs them', () => {
    expect(checkedType(request(1, { labels: ['a'] }))).toBe('PARAGRAPH_CLASSIFICATION');
    expect(checkedType(request(2, { labels: ['a', 'b'] }))).toBe('SENTENCE_CLASSIFICATION');
    expect(checkedType(request(3))).toBe('TOKEN_CLASSIFICATION');
    expect(() => checkedType(request(1, { labels: ['a', 'b'] }))).toThrow('exactly one label');
    expect(() => checkedType({ ...request(0), filter: null })).toThrow('needs a label');
    expect(() => checkedType({ ...request(5), filter_expression: {} })).toThrow('only for type 7');
    expect(checkedType({ ...request(5), filter_expression: null })).toBe('PARAGRAPH_STREAMING');
  });
});
