import { failureOf } from './failure-of';

describe('why something was not added', () => {
  it('names the resource that has the same bytes', () => {
    const rid = 'a'.repeat(32);
    const detail = `File already exists in the Knowledge Box, in the resource ${rid}`;
    expect(failureOf(409, JSON.stringify({ detail }))).toEqual({ kind: 'duplicate', rid });
  });

  it('has the words of the server', () => {
    expect(failureOf(413, '{"detail":"At most 5 GiB"}')).toEqual({ kind: 'refused', words: 'At most 5 GiB' });
    expect(failureOf(500, '<html>')).toEqual({ kind: 'refused', words: 'HTTP 500' });
  });

  it.each([undefined, 0, 502, 504])('is that the server is away: %p', (status) => {
    expect(failureOf(status, '')).toEqual({ kind: 'away' });
  });

  it('is that nobody is signed in', () => {
    expect(failureOf(401, '{"detail":"The session has expired"}')).toEqual({ kind: 'signed-out' });
  });
});
