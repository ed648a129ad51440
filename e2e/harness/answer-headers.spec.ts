import fc from 'fast-check';
import { undescribedHeaders } from './answer-headers';

const ordinary = {
  'content-type': 'application/json',
  'content-length': '2',
  date: 'today',
  'x-request-id': '1',
  vary: 'Origin',
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'X-SVC-Trace-Id': '1',
};

describe('the headers of an answer', () => {
  it('need no description where every answer has them', () => {
    expect(undescribedHeaders(new Headers(ordinary), {})).toEqual([]);
    expect(undescribedHeaders(new Headers({ 'Access-Control-Expose-Headers': 'Location' }), {})).toEqual([]);
  });

  it('are named where the description is silent', () => {
    const headers = new Headers({ ...ordinary, Location: '/a', ETag: '"1"' });
    expect(undescribedHeaders(headers, {})).toEqual(['etag', 'location']);
    expect(undescribedHeaders(headers, { headers: { location: {} } })).toEqual(['etag']);
  });

  it('are described under any case', () => {
    const name = fc.stringMatching(/^[a-z][a-z-]{0,20}$/);
    fc.assert(
      fc.property(fc.uniqueArray(name), fc.boolean(), (names, isUpper) => {
        const described = Object.fromEntries(names.map((one) => [isUpper ? one.toUpperCase() : one, {}]));
        const headers = new Headers(names.map((one): [string, string] => [one, 'x']));
        expect(undescribedHeaders(headers, { headers: described })).toEqual([]);
      }),
    );
  });
});
