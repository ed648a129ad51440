import { AppError } from '@lectern/contracts/core';
import { refuseExpired, tokenExpiry } from './token-expiry';

const now = new Date('2026-01-02T03:04:05.678Z');

describe('tokenExpiry', () => {
  it('is exactly one calendar year away by default', () => {
    expect(tokenExpiry(undefined, now)).toEqual(new Date('2027-01-02T03:04:05.678Z'));
    expect(tokenExpiry(null, now)).toEqual(new Date('2027-01-02T03:04:05.678Z'));
    expect(tokenExpiry(null, new Date('2028-02-29T00:00:00Z'))).toEqual(new Date('2029-03-01T00:00:00Z'));
  });

  it('takes a naive date for UTC', () => {
    expect(tokenExpiry('2026-04-01T10:00:00.000000', now)).toEqual(new Date('2026-04-01T10:00:00Z'));
    expect(tokenExpiry('2026-04-01T10:00:00+02:00', now)).toEqual(new Date('2026-04-01T08:00:00Z'));
  });

  it.each(['2026-01-02T03:04:05', '2020-01-01', 'soon', '1767225600'])('refuses %j', (date) => {
    expect(() => tokenExpiry(date, now)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});

describe('refuseExpired', () => {
  it('refuses from the moment of the end on, and never a token without one', () => {
    expect(() => refuseExpired(now, now)).toThrow(new AppError('unauthorized', 'JWT has expired'));
    expect(() => refuseExpired(new Date(now.getTime() + 1), now)).not.toThrow();
    expect(() => refuseExpired(null, now)).not.toThrow();
  });
});
