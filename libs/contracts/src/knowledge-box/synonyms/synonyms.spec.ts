import { join } from 'node:path';
import fc from 'fast-check';
import { membersOf } from '../../validation/answers.fixture';
import { beyond, conductOf, faults, list, map, received, routesOf, text } from '../../validation/requests.fixture';
import { deleteSynonyms, getSynonyms, putSynonyms, readSynonyms } from './synonyms.operations';

const put = (synonyms: unknown) => faults(putSynonyms, { body: { synonyms } });

describe('custom synonyms', () => {
  it('are written by writers, and read by callers with a credential of the box', () => {
    expect(routesOf(putSynonyms, getSynonyms, deleteSynonyms)).toEqual({
      'PUT /kb/{kbid}/custom-synonyms': '204 empty; WRITER of kb; sa user pat',
      'GET /kb/{kbid}/custom-synonyms': '200 json; READER of kb; sa user pat',
      'DELETE /kb/{kbid}/custom-synonyms': '204 empty; WRITER of kb; sa user pat',
    });
    expect(routesOf(readSynonyms)).toEqual({});
    expect(conductOf(putSynonyms, getSynonyms, deleteSynonyms)).toEqual({
      'kb.synonyms.put': '60 s, needs room',
      'kb.synonyms.get': '10 s',
      'kb.synonyms.delete': '60 s',
    });
  });

  it('answer with an object, also without any', () => {
    expect(membersOf(join(__dirname, 'synonyms.dto.ts'), 'CustomSynonyms')).toBe('synonyms');
  });

  it('are kept as they were sent', () => {
    const words = fc.string({ minLength: 1, maxLength: 30, unit: 'binary' });
    const terms = words.filter((term) => term !== '__proto__');
    fc.assert(
      fc.property(fc.dictionary(terms, fc.array(words, { maxLength: 5 }), { maxKeys: 5 }), (synonyms) => {
        expect(received(putSynonyms, { body: { synonyms } })).toEqual({ body: { synonyms: { ...synonyms } } });
      }),
    );
  });

  it('may be none, for the box or for a term', () => {
    expect(put({})).toEqual([]);
    expect(put({ tide: [] })).toEqual([]);
  });

  it.each([
    [undefined, 'body.synonyms: Field required'],
    [null, 'body.synonyms: Input should be a valid dictionary'],
    [[], 'body.synonyms: Input should be a valid dictionary'],
    [[['tide', 'flow']], 'body.synonyms: Input should be a valid dictionary'],
    [{ tide: 'flow' }, 'body.synonyms.tide: Input should be a valid list'],
    [{ tide: null }, 'body.synonyms.tide: Input should be a valid list'],
    [{ tide: ['flow', 1] }, 'body.synonyms.tide.1: Input should be a valid string'],
    [{ tide: [''] }, 'body.synonyms.tide.0: String should have at least 1 character'],
    [{ '': ['flow'] }, 'body.synonyms..[key]: Value error, a term is not empty'],
  ])('refuse %j', (synonyms, fault) => {
    expect(put(synonyms)).toEqual([fault]);
  });

  it('have at most 5,000 terms', () => {
    expect(beyond(5_000, (size) => put(map(size, () => ['flow'])))).toEqual([
      'body.synonyms: Dictionary should have at most 5000 items after validation, not 5001',
    ]);
  });

  it('have at most 50 synonyms of a term, each of at most 200 characters', () => {
    expect(beyond(50, (size) => put({ tide: list(size, (index) => `${index}`) }))).toEqual([
      'body.synonyms.tide: List should have at most 50 items after validation, not 51',
    ]);
    expect(beyond(200, (size) => put({ tide: [text(size)] }))).toEqual([
      'body.synonyms.tide.0: String should have at most 200 characters',
    ]);
    expect(beyond(200, (size) => put({ tide: ['😀'.repeat(size)] }))).toHaveLength(1);
  });

  it('have terms of at most 200 code points', () => {
    expect(beyond(200, (size) => put({ ['😀'.repeat(size)]: [] }))).toEqual([
      expect.stringMatching(/\.\[key\]: Value error, a term has at most 200 characters$/),
    ]);
  });

  it('have at most 400,000 characters of JSON together', () => {
    const many = (count: number) => map(count, () => list(50, () => text(197)));
    expect(put(many(39))).toEqual([]);
    expect(put(many(40))).toEqual(['body.synonyms: Value error, longer than 400000 characters of JSON']);
  });

  it('come in a member of their own', () => {
    expect(faults(putSynonyms, { body: { tide: ['flow'] } })).toEqual(['body.synonyms: Field required']);
    expect(faults(putSynonyms, { body: { synonyms: {}, other: 1 } })).toEqual([]);
  });
});
