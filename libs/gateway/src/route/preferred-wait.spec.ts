import { preferredWaitS } from './preferred-wait';

describe('the time that a request prefers to wait', () => {
  it.each([
    ['wait=5', 5],
    ['respond-async, wait="12"', 12],
    ['Wait = 3; foo', 3],
    ['wait', 5],
    ['wait=0', 0],
    ['wait=86400', 30],
    ['wait=4, wait=9', 4],
  ])('is read as RFC 7240 writes it: %s', (header, seconds) => expect(preferredWaitS(header)).toBe(seconds));

  it.each([undefined, '', 'return=minimal', 'wait=soon', 'wait=-1', 'waiting=5', 'x-wait=5', 'wait=5s'])(
    'is none where nobody says so: %s',
    (header) => expect(preferredWaitS(header)).toBeUndefined(),
  );
});
