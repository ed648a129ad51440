import fc from 'fast-check';
import { opensPath } from './opened-path';

describe('a token made for one path', () => {
  it.each([
    ['/kb/a/resource/r', '/api/v1/kb/a/resource/r'],
    ['kb/a/resource/r', '/api/v1/kb/a/resource/r'],
    ['/api/v1/kb/a/resource/r', '/api/v1/kb/a/resource/r'],
    ['/api/v1/kb/a', '/api/v1/kb/a/resource/r/file/f/download/field'],
    ['/api/v1/kb/a/', '/api/v1/kb/a'],
    ['/', '/api/v1/kb/a'],
  ])('of %s opens %s', (allowed, path) => {
    expect(opensPath(allowed, path)).toBe(true);
  });

  it.each([
    ['/api/v1/kb/a', '/api/v1/kb/ab'],
    ['/api/v1/kb/a/resource/r', '/api/v1/kb/a/resource/rr'],
    ['/api/v1/kb/a/resource/r', '/api/v1/kb/a/resource'],
    ['/api/v1/kb/a/resource/r', '/api/v1/kb/a'],
    ['/kb/a', '/api/v2/kb/a'],
    ['/kb/a', '/x/api/v1/kb/a'],
    ['/kb/A', '/api/v1/kb/a'],
  ])('of %s does not open %s', (allowed, path) => {
    expect(opensPath(allowed, path)).toBe(false);
  });

  it('opens that path and what lies below, and nothing beside it', () => {
    const segments = fc.array(fc.constantFrom('kb', 'a', 'ab', 'resource', 'r', '..', '%2e%2e'), { maxLength: 5 });
    fc.assert(
      fc.property(segments, segments, (named, asked) => {
        const isBelow = named.every((segment, i) => asked[i] === segment);
        expect(opensPath(`/${['api', 'v1', 'kb', ...named].join('/')}`, `/api/v1/kb/${asked.join('/')}`)).toBe(isBelow);
      }),
    );
  });
});
