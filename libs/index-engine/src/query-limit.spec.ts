import fc from 'fast-check';
import { checkLimit, QUERY_LIMIT_MAX } from './query-limit';

describe('the limit of a query', () => {
  it('is a whole number between its bounds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: QUERY_LIMIT_MAX }), fc.constantFrom(0, 1), (limit, min) => {
        if (limit >= min) expect(() => checkLimit(limit, min)).not.toThrow();
        else expect(() => checkLimit(limit, min)).toThrow('At least');
      }),
    );
  });

  it.each([-1, 0.5, QUERY_LIMIT_MAX + 1, Number.NaN, Infinity])('is not %s', (limit) => {
    expect(() => checkLimit(limit)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});
