import { createHash } from 'node:crypto';
import type { FieldValue } from '@lectern/contracts/knowledge-box';
import {
  isKept,
  isProcessable,
  newFileField,
  newKeyValueField,
  newLinkField,
  newTextField,
  strategiesIn,
} from './new-fields';

const now = new Date('2026-03-01T10:00:00Z');
const file = { uri: '/kb/a', sizeBytes: 3, contentType: 'text/plain', filename: 'a.txt', md5: 'm', blobKey: 'k' };

const link = { uri: 'https://example.org', headers: null, cookies: null, localstorage: null };

describe('a new field', () => {
  it('of a text has the MD5 of its bytes', () => {
    const { value, letter, blobKey, password } = newTextField('a', { body: 'Gezeiten 🌊', format: 'MARKDOWN' });
    expect(value).toEqual({
      ...{ body: 'Gezeiten 🌊', format: 'MARKDOWN', extract_strategy: '', split_strategy: '' },
      md5: createHash('md5').update('Gezeiten 🌊', 'utf8').digest('hex'),
    });
    expect([letter, blobKey, password]).toEqual(['t', null, null]);
  });

  it('of a text that says it is JSON must be JSON', () => {
    expect(newTextField('a', { body: '{"a": [1]}', format: 'JSON' }).value).toMatchObject({ body: '{"a": [1]}' });
    for (const body of ['', '{', "{'a': 1}"])
      expect(() => newTextField('a', { body, format: 'JSON' })).toThrow('Invalid JSON');
    expect(newTextField('a', { body: '{', format: 'PLAIN' }).value).toMatchObject({ body: '{' });
  });

  it('of a text has no character that cannot be stored', () => {
    const { value } = newTextField('a', { body: 'a\0b\ud800', format: 'PLAIN' });
    expect(JSON.stringify(value)).not.toMatch(/\\u0000|\\ud800/);
  });

  it('of a link has all its members, empty where nothing was said', () => {
    expect(newLinkField('u', link, now).value).toEqual({
      ...{ added: '2026-03-01T10:00:00', uri: 'https://example.org', headers: {}, cookies: {}, language: '' },
      ...{ localstorage: {}, css_selector: '', xpath: '', extract_strategy: '', split_strategy: '' },
    });
  });

  it('of a file here is not external, and never shows its password', () => {
    const { value, password, blobKey } = newFileField('f', file, { now, password: 'open sesame', language: 'de' });
    expect(value).toMatchObject({
      external: false,
      password: '',
      language: 'de',
      file: { size: 3, filename: 'a.txt' },
    });
    expect(value).not.toHaveProperty('extra_headers');
    expect([password, blobKey, JSON.stringify(value).includes('sesame')]).toEqual(['open sesame', 'k', false]);
  });

  it('of a file elsewhere has the headers with which it is fetched', () => {
    const elsewhere = { ...file, blobKey: null, uri: 'https://example.org/a' };
    const headers = { authorization: 'x' };
    // A payload has more members, of which only this one is read.
    const given = { now, file: { extra_headers: headers } } as unknown as Parameters<typeof newFileField>[2];
    expect(newFileField('f', elsewhere, given).value).toMatchObject({ external: true, extra_headers: headers });
    expect(newFileField('f', elsewhere, { now }).value).toMatchObject({ extra_headers: {} });
  });

  it('can be processed as long as its content is there', () => {
    const field = newLinkField('u', link, now);
    expect([field, newTextField('t', { body: '', format: 'PLAIN' })].map(isProcessable)).toEqual([true, true]);
    expect(isProcessable(newKeyValueField('k', { data: {} }))).toBe(false);
    const notKept = newFileField('f', { ...file, uri: '' }, { now });
    expect([isKept(notKept), isProcessable(notKept), isProcessable({ ...notKept, blobKey: null })]).toEqual([
      false,
      true,
      false,
    ]);
    expect(isKept(newFileField('f', file, { now }))).toBe(true);
  });
});

describe('the strategies of a stored field', () => {
  const text = (members: object): FieldValue => ({ body: '', format: 'PLAIN', md5: '', ...members }) as FieldValue; // a text

  it.each([
    [{ extract_strategy: 'e', split_strategy: 's' }, { strategies: { extract: 'e', split: 's' } }],
    [{ extract_strategy: '', split_strategy: 's' }, { strategies: { split: 's' } }],
    [{ extract_strategy: '', split_strategy: '' }, {}],
    [{}, {}],
  ])('in %j are %j', (members, strategies) => {
    expect(strategiesIn(text(members))).toEqual(strategies);
  });

  it('are none of a title, which is only a text', () => {
    expect(strategiesIn('Tides' as unknown as FieldValue)).toEqual({});
  });
});
