import { ApiError } from '@lectern/client';
import { failureKind, mayPass, serverWords } from './failure';

const refused = (status: number, body: unknown) => new ApiError('GET /x', status, body);

describe('a failed call', () => {
  it('that did not reach the server may pass later', () => {
    const error = new TypeError('Failed to fetch');
    expect([failureKind(error), mayPass(error), serverWords(error)]).toEqual(['away', true, undefined]);
  });

  it.each(['fetch failed', 'NetworkError when attempting to fetch resource.', 'Load failed', 'network error'])(
    'is one without an answer where a browser says %j',
    (words) => expect(failureKind(new TypeError(words))).toBe('away'),
  );

  it('of the page itself is not taken for a server that is away', () => {
    expect(failureKind(new TypeError('undefined is not an object'))).toBe('faulty');
  });

  it('that was refused will be refused again', () => {
    const error = refused(409, { detail: 'The slug is taken' });
    expect([failureKind(error), mayPass(error), serverWords(error)]).toEqual(['refused', false, 'The slug is taken']);
  });

  it('is the server that is away when a proxy says so, and a busy one when it says so itself', () => {
    expect(failureKind(refused(503, '<h1>503</h1>'))).toBe('away');
    expect(failureKind(refused(504, { detail: 'The deadline has passed' }))).toBe('busy');
  });

  it('names the members that were wrong', () => {
    const detail = [{ loc: ['body', 'slug'], msg: 'too long' }, { msg: 'no title' }];
    expect(serverWords(refused(422, { detail }))).toBe('slug: too long; no title');
  });

  it('takes the message of a limit', () => {
    expect(serverWords(refused(429, { detail: { message: 'Wait', try_after: 'x' } }))).toBe('Wait');
  });

  it.each([null, 'plain text', { detail: 3 }])('has no words in %j', (body) => {
    expect(serverWords(refused(500, body))).toBeUndefined();
  });
});
