import { IsOptional } from 'class-validator';
import fc from 'fast-check';
import { refusals } from '../validation/refused.fixture';
import { RequestCookies, RequestHeaders, webAddressProblem } from './http-request';
import { beyond, map, text } from '../validation/requests.fixture';
import { URI_CHARS_MAX } from './limits';

class Asked {
  @IsOptional() @RequestHeaders() headers?: object;
  @IsOptional() @RequestCookies() cookies?: object;
}

const placesOf = (value: object) => refusals(Asked, value).map((refusal) => refusal.replace(/:.*/s, ''));

/** Whether what fetches pages could send it: the platform's own check of headers. */
function canBeSent(name: string, value: string): boolean {
  try {
    return new Headers([[name, value]]).get(name) !== null;
  } catch {
    return false;
  }
}

describe('headers of a request', () => {
  it('are texts by name', () => {
    expect(placesOf({ headers: { Accept: 'text/html', 'X-Ünique': 'a', 'x-a': 1, 'x-b': null, '': 'x' } })).toEqual([
      'headers.X-Ünique.[key]',
      'headers.x-a',
      'headers.x-b',
      'headers..[key]',
    ]);
  });

  it('can be sent, all that are accepted', () => {
    const part = fc.string({ unit: 'binary', minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        part,
        part,
        (name, value) => placesOf({ headers: { [name]: value } }).length > 0 || canBeSent(name, value),
      ),
      { numRuns: 300 },
    );
  });

  it.each(['a\r\nX-Other: b', 'a\nb', 'a\0b', 'a\u007fb', 'snow ☃'])('never have the value %j', (value) => {
    expect(placesOf({ headers: { 'x-a': value } })).toEqual(['headers.x-a']);
  });

  it.each(['Host', 'content-length', 'Transfer-Encoding', 'CONNECTION', 'Proxy-Authorization', 'upgrade', 'te'])(
    'that belong to the connection are refused: %s',
    (name) => {
      expect(refusals(Asked, { headers: { [name]: 'x' } })).toEqual([
        `headers.${name}.[key]: Value error, this header belongs to the connection and cannot be set`,
      ]);
    },
  );

  it('are at most 100, with names of 1,024 and values of 8,192 characters', () => {
    for (const member of ['headers', 'cookies']) {
      expect(beyond(100, (size) => placesOf({ [member]: map(size, () => 'a') }))).toEqual([member]);
      expect(beyond(8_192, (size) => placesOf({ [member]: { a: text(size) } }))).toEqual([`${member}.a`]);
      expect(beyond(1_024, (size) => refusals(Asked, { [member]: { [text(size)]: 'a' } }))).toEqual([
        expect.stringMatching(/Value error, a key has at most 1024 characters$/),
      ]);
    }
  });
});

describe('cookies of a request', () => {
  it('are one name and one value each', () => {
    expect(placesOf({ cookies: { session: 'open, sesame=1' } })).toEqual([]);
    expect(placesOf({ cookies: { a: 'b; admin=1', 'c=d': 'x', 'e;f': 'x', g: 'x\ny' } })).toEqual([
      'cookies.a',
      'cookies.c=d.[key]',
      'cookies.e;f.[key]',
      'cookies.g',
    ]);
  });
});

describe('an address to fetch', () => {
  it.each([
    'http://example.org',
    'HTTPS://example.org/a?b=c#d',
    'https://[2001:db8::1]:8080/',
    'https://bücher.example/ä b',
    `https://example.org/${'a'.repeat(URI_CHARS_MAX - 20)}`,
  ])('may be %j', (address) => {
    expect(webAddressProblem(address)).toBeUndefined();
  });

  it.each([
    '',
    'example.org',
    '/relative',
    '//example.org/',
    'http:example.org',
    'http://',
    'https://exa mple.org/',
    'file:///etc/passwd',
    'ftp://example.org/',
    'javascript:alert(1)',
    ' http://example.org/',
    'http://example.org/\n',
    'http://exam\tple.org/',
    'https://someone@example.org/',
    'https://:secret@example.org/',
    `https://example.org/${'a'.repeat(URI_CHARS_MAX)}`,
  ])('may not be %j', (address) => {
    expect(webAddressProblem(address)).toEqual(expect.any(String));
  });

  it('never has credentials, however it is written', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.string(), (url, userinfo) => {
        const address = url.replace('//', `//${userinfo}@`);
        if (webAddressProblem(address) !== undefined) return true;
        const { username, password } = new URL(address);
        return username === '' && password === '';
      }),
    );
  });
});
