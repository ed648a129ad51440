import { refusals, violations } from '../../validation/refused.fixture';
import { validate, validateInput } from '../../validation/validate';
import { FileFieldPayload, LinkFieldPayload } from './field.dto';
import { putFileField } from './field.operations';
import { UploadHeaders } from '../upload/upload.dto';

const uri = 'https://a.example/page';
const placesOf = (value: object) => refusals(LinkFieldPayload, value).map((refusal) => refusal.split(':')[0]);
const filePlaces = (file: object) => refusals(FileFieldPayload, { file }).map((refusal) => refusal.split(':')[0]);

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
