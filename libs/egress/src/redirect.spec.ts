import { nextHop } from './redirect';

const hop = {
  url: new URL('https://a.test/form'),
  method: 'POST',
  headers: {
    authorization: 'secret',
    'x-api-key': 'secret',
    cookie: 'a=b',
    accept: 'text/html',
    'content-type': 'text/plain',
  },
  hasBody: true,
};
const same = new URL('https://a.test/other');

describe('a redirect', () => {
  it.each([
    [301, 'POST', 'GET', false],
    [302, 'POST', 'GET', false],
    [303, 'POST', 'GET', false],
    [303, 'HEAD', 'HEAD', false],
    [303, 'PUT', 'GET', false],
    [301, 'PUT', 'PUT', true],
    [307, 'POST', 'POST', true],
    [308, 'PUT', 'PUT', true],
  ])('%i turns %s into %s', (status, method, expected, hasBody) => {
    const next = nextHop({ ...hop, method, hasBody: method !== 'HEAD' }, { status, url: same });
    expect([next.method, next.hasBody, 'content-type' in next.headers]).toEqual([expected, hasBody, hasBody]);
  });

  it('keeps credentials within the origin', () => {
    expect(nextHop(hop, { status: 307, url: same }).headers).toEqual(hop.headers);
  });

  it.each(['https://b.test/', 'http://a.test/', 'https://a.test:8443/'])('takes none of them to %s', (url) => {
    expect(nextHop(hop, { status: 307, url: new URL(url) }).headers).toEqual({
      accept: 'text/html',
      'content-type': 'text/plain',
    });
  });
});
