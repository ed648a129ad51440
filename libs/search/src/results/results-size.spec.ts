import { AppError } from '@lectern/contracts/core';
import type { FindResults } from '@lectern/contracts/search';
import { refuseLargeResults, RESULTS_BYTES_MAX, withAdvice } from './results-size';

// Only its size matters here.
const resultsOf = (chars: number) => ({ query: 'x'.repeat(chars) }) as FindResults;

describe('the size of results', () => {
  it('is refused beyond the limit, with what was shown and how to get less', () => {
    const refused = () => refuseLargeResults(resultsOf(2 * RESULTS_BYTES_MAX), ['basic', 'values']);
    expect(refused).toThrow(/\(show=basic,values\); ask for fewer results \(top_k\)/);
    expect(refused).toThrow(expect.objectContaining({ code: 'too_large' }));
  });

  it('is accepted below it', () => {
    expect(() => refuseLargeResults(resultsOf(1_000), ['values'])).not.toThrow();
  });

  it('has nothing to do with other errors', () => {
    for (const error of [new AppError('unavailable', 'Away'), new Error('bug'), 'text', undefined])
      expect(withAdvice(error, ['basic'])).toBe(error);
  });
});
