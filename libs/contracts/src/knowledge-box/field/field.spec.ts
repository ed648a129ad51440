import { refusals, violations } from '../../validation/refused.fixture';
import { beyond, conductOf, faults, received, routesOf, text } from '../../validation/requests.fixture';
import { validate, validateInput } from '../../validation/validate';
import { FileFieldPayload, LinkFieldPayload } from './field.dto';
import {
  deleteField,
  getField,
  putFileField,
  putKeyValueField,
  putLinkField,
  putTextField,
  reprocessField,
} from './field.operations';
import { UploadHeaders } from '../upload/upload.dto';

const uri = 'https://a.example/page';
const placesOf = (value: object) => refusals(LinkFieldPayload, value).map((refusal) => refusal.replace(/:.*/s, ''));
const filePlaces = (file: object) => refusals(FileFieldPayload, { file }).map((refusal) => refusal.replace(/:.*/s, ''));

describe('a link', () => {
  it('needs an address, and the rest may be empty', () => {
    const idle = { headers: null, cookies: {}, localstorage: {}, language: '', css_selector: '', xpath: null };
    expect(validate(LinkFieldPayload, { uri, ...idle })).toMatchObject({ uri, headers: {}, language: '' });
    expect(placesOf({})).toEqual(['uri']);
    expect(placesOf({ uri: '' })).toEqual(['uri']);
    expect(placesOf({ uri: `${uri}/${'a'.repeat(1_000_000)}` })).toEqual(['uri']);
  });

  it('has bounds', () => {
    const long = 'x'.repeat(4_097);
    expect(placesOf({ uri, css_selector: long, xpath: long, language: 'a b' })).toEqual([
      'language',
      'css_selector',
      'xpath',
    ]);
  });
});

describe('a file', () => {
  const md5 = '0123456789abcdefABCDEF0123456789';

  it('comes inline or from an address', () => {
    expect(filePlaces({ filename: 'a.txt', payload: 'YQ==', md5, uri: '' })).toEqual([]);
    expect(filePlaces({ uri, payload: '', extra_headers: { cookie: 'a=b' } })).toEqual([]);
    expect(filePlaces({ uri: 'ftp://a.example/' })).toEqual(['file.uri']);
    expect(filePlaces({ uri, filename: 'a.txt', payload: 'YQ==' })).toEqual(['file']);
  });

  it('has a checksum of 32 hexadecimal digits, or none', () => {
    expect(filePlaces({ md5: null })).toEqual([]);
    for (const wrong of ['', 'g'.repeat(32), '0'.repeat(31), '0'.repeat(33), `${'0'.repeat(32)}\n`])
      expect([wrong, filePlaces({ md5: wrong })]).toEqual([wrong, ['file.md5']]);
  });

  it('has bounds', () => {
    const long = 'x'.repeat(2_049);
    expect(filePlaces({ filename: long, extra_headers: { Host: 'x' } })).toEqual([
      'file.filename',
      'file.extra_headers.Host.[key]',
    ]);
    expect(refusals(FileFieldPayload, { file: {}, password: long })).toHaveLength(1);
  });

  it('says in a header whether its bytes are kept', () => {
    const read = (header: object) =>
      violations(() => validateInput({ header: putFileField.headers }, { header })).map(({ loc }) => loc);
    expect(read({ 'x-skip-store': 'False' })).toEqual([]);
    expect(read({ 'x-skip-store': 'true' })).toEqual([]);
    expect(read({ 'x-skip-store': 'perhaps' })).toEqual([['header', 'x-skip-store']]);
  });
});

describe('the headers of an upload', () => {
  const read = (header: object) =>
    violations(() => validateInput({ header: UploadHeaders }, { header })).map(({ loc }) => loc[1]);

  it('describe the file', () => {
    const md5 = 'F'.repeat(32);
    expect(read({ 'x-md5': md5, 'x-language': 'de', 'x-extract-strategy': '', 'x-split-strategy': '' })).toEqual([]);
    expect(read({ 'x-md5': 'z'.repeat(32) })).toEqual(['x-md5']);
    expect(read({ 'x-language': 'x'.repeat(100) })).toEqual(['x-language']);
    expect(read({ 'x-filename': 'x'.repeat(4_097), 'x-password': 'x'.repeat(1_025) })).toEqual([
      'x-filename',
      'x-password',
    ]);
  });

  it('may name strategies', () => {
    expect(read({ 'x-extract-strategy': 'a', 'x-split-strategy': 'b' })).toEqual([]);
    expect(read({ 'x-extract-strategy': 'a'.repeat(251) })).toEqual(['x-extract-strategy']);
  });
});

describe('operations on a field', () => {
  const writes = (rest: string, answer: string) => ({
    [`/kb/{kbid}/resource/{rid}${rest}`]: answer,
    [`/kb/{kbid}/slug/{rslug}${rest}`]: answer,
  });
  const WRITER = 'WRITER of kb; sa user pat';
  const at = (method: string, lines: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(lines).map(([path, line]) => [`${method} ${path}`, line]));

  it('are at the paths of its resource, one for each type that can be put', () => {
    expect(routesOf(putTextField, putLinkField, putFileField, putKeyValueField)).toEqual({
      ...at('PUT', writes('/text/{field_id}', `201 json; ${WRITER}`)),
      ...at('PUT', writes('/link/{field_id}', `201 json; ${WRITER}`)),
      ...at('PUT', writes('/file/{field_id}', `201 json; ${WRITER}`)),
      ...at('PUT', writes('/key_value/{field_id}', `201 json; ${WRITER}`)),
    });
    expect(routesOf(getField, deleteField, reprocessField)).toEqual({
      ...at('GET', writes('/{field_type}/{field_id}', '200 json; READER of kb; sa user pat eph none')),
      ...at('DELETE', writes('/{field_type}/{field_id}', `204 empty; ${WRITER}`)),
      ...at('POST', writes('/{field_type}/{field_id}/reprocess', `202 json; ${WRITER}`)),
    });
  });

  it('belong to adding content or to processing it again', () => {
    expect(
      conductOf(putTextField, putLinkField, putFileField, putKeyValueField, getField, deleteField, reprocessField),
    ).toEqual({
      'kb.field.put-text': '60 s, upload, needs room',
      'kb.field.put-link': '60 s, upload, needs room',
      'kb.field.put-file': '60 s, upload, needs room',
      'kb.field.put-key-value': '60 s, upload, needs room',
      'kb.field.get': '10 s',
      'kb.field.delete': '60 s',
      'kb.field.reprocess': '60 s, processing, needs room',
    });
  });

  it('name the resource that a caller waits for, where something is to be found', () => {
    for (const { http } of [putTextField, putLinkField, putFileField])
      expect(http?.stores?.({ seqid: 1 }, { kbid: 'k', rslug: 'tides' })).toEqual({ rslug: 'tides' });
    expect(putKeyValueField.http?.stores).toBeUndefined();
  });

  it('take the password of a file that is processed again in a header', () => {
    const header = { 'x-file-password': ' pass word ' };
    expect(received(reprocessField, { header })).toEqual({ header, query: { reset_title: false } });
    expect(beyond(1_024, (size) => faults(reprocessField, { header: { 'x-file-password': text(size) } }))).toEqual([
      'header.x-file-password: String should have at most 1024 characters',
    ]);
  });
});

describe('a read of a field', () => {
  it('shows its value, and the last page of a conversation', () => {
    const defaults = { show: ['value'], extracted: ['text', 'metadata', 'link', 'file'], page: 'last' };
    expect(received(getField, {})).toEqual({ query: defaults });
    const query = { show: ['value', 'extracted', 'error'], extracted: 'vectors', vectorset: 'v', page: '3' };
    expect(received(getField, { query })).toEqual({ query: { ...query, extracted: ['vectors'], page: 3 } });
    expect(received(getField, { query: { page: 'first' } })).toMatchObject({ query: { page: 'first' } });
  });

  it.each(['0', '-1', 'next', '1.5', ''])('has no page %j: they count from 1', (page) => {
    const found = faults(getField, { query: { page } });
    expect(found.length).toBeGreaterThan(0);
    for (const fault of found) expect(fault).toMatch(/^query\.page\./);
  });

  it.each([
    [{ show: 'values' }, "query.show.0: Input should be 'value', 'extracted' or 'error'"],
    [{ vectorset: text(251) }, 'query.vectorset: String should have at most 250 characters'],
    [
      { extracted: Array(101).fill('text') },
      'query.extracted: List should have at most 100 items after validation, not 101',
    ],
  ])('refuses %j', (query, fault) => {
    expect(faults(getField, { query })).toEqual([fault]);
  });
});

describe('a text', () => {
  const put = (body: unknown) => faults(putTextField, { body });

  it('is plain unless the request says otherwise', () => {
    expect(received(putTextField, { body: { body: '' } })).toEqual({ body: { body: '', format: 'PLAIN' }, header: {} });
    const body = { body: '# Tides', format: 'MARKDOWN', extract_strategy: 'e', split_strategy: null };
    expect(received(putTextField, { body: { ...body, md5: 'x' } })).toMatchObject({ body });
    expect(received(putTextField, { body: { ...body, md5: 'x' } })).not.toHaveProperty('body.md5');
  });

  it.each(['PLAIN', 'HTML', 'RST', 'MARKDOWN', 'JSON', 'KEEP_MARKDOWN', 'JSONL', 'PLAIN_BLANKLINE_SPLIT'])(
    'may be %s',
    (format) => {
      expect(put({ body: 'x', format })).toEqual([]);
      expect(put({ body: 'x', format: format.toLowerCase() })).toHaveLength(1);
    },
  );

  it.each([
    [{}, 'body: Field required'],
    [{ body: null }, 'body: Input should be a valid string'],
    [{ body: ['x'] }, 'body: Input should be a valid string'],
    [
      { body: 'x', format: 'XML' },
      "format: Input should be 'PLAIN', 'HTML', 'RST', 'MARKDOWN', 'JSON', 'KEEP_MARKDOWN', 'JSONL' or " +
        "'PLAIN_BLANKLINE_SPLIT'",
    ],
    [{ body: 'x', extract_strategy: text(251) }, 'extract_strategy: String should have at most 250 characters'],
    [{ body: 'x', split_strategy: 7 }, 'split_strategy: Input should be a valid string'],
  ])('is not %j', (body, fault) => {
    expect(put(body)).toEqual([`body.${fault}`]);
  });

  it('has at most 2,097,152 code points', () => {
    expect(beyond(2_097_152, (size) => put({ body: text(size) }))).toEqual([
      'body.body: String should have at most 2097152 characters',
    ]);
    expect(put({ body: '😀'.repeat(2_097_152) })).toEqual([]);
  });
});

describe('a file field', () => {
  it('has a file, which is of any kind unless it says otherwise', () => {
    expect(faults(putFileField, { body: {} })).toEqual(['body.file: Field required']);
    const file = { filename: 'a.txt', payload: 'YQ==' };
    expect(received(putFileField, { body: { file } })).toMatchObject({
      body: { file: { ...file, content_type: 'application/octet-stream', extra_headers: {} } },
    });
    expect(faults(putFileField, { body: { file: 'YQ==' } })).toHaveLength(1);
  });

  it('has a password and a language, or none', () => {
    const refused = (more: object) => faults(putFileField, { body: { file: { uri }, ...more } });
    expect(refused({ password: null, language: null })).toEqual([]);
    expect(refused({ password: 'geheim', language: 'pt-BR' })).toEqual([]);
    expect(beyond(1_024, (size) => refused({ password: text(size) }))).toEqual([
      'body.password: String should have at most 1024 characters',
    ]);
    expect(refused({ language: 'a b' })).toHaveLength(1);
  });

  it('has a media type with or without a suffix of processing', () => {
    for (const content_type of ['application/pdf', 'application/pdf+aitable', 'text/plain+blankline'])
      expect([content_type, filePlaces({ uri, content_type })]).toEqual([content_type, []]);
    expect(beyond(255, (size) => filePlaces({ uri, content_type: text(size) }))).toEqual(['file.content_type']);
  });
});

describe('a link field', () => {
  it.each([
    ['headers', 'Host', 'this header belongs to the connection and cannot be set'],
    ['headers', 'a b', 'not a header name'],
    ['cookies', 'a;b', 'not a cookie name'],
  ])('refuses %s with the name %j', (member, name, reason) => {
    expect(refusals(LinkFieldPayload, { uri, [member]: { [name]: 'x' } })).toEqual([
      `${member}.${name}.[key]: Value error, ${reason}`,
    ]);
  });

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    '//a.example',
    'a.example',
    'https://me:pw@a.example',
    ' https://a.example',
  ])('is not at %j', (address) => {
    expect(placesOf({ uri: address })).toEqual(['uri']);
  });

  it('is at an address of at most 2,048 characters', () => {
    expect(beyond(2_048, (size) => placesOf({ uri: uri.padEnd(size, 'x') }))).toEqual(['uri']);
  });
});
