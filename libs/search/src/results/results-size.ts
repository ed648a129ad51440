import { approximateBytes, refuseTooLarge } from '@lectern/bus';
import { AppError } from '@lectern/contracts/core';
import type { ResourceShow } from '@lectern/contracts/knowledge-box';

/** Leaves room for the rest of the response. */
export const RESULTS_BYTES_MAX = 7 * 1024 * 1024;

/** @throws AppError `too_large` with advice */
export function refuseLargeResults(results: object, show: readonly ResourceShow[]): void {
  try {
    refuseTooLarge(approximateBytes(results), 'What was found', RESULTS_BYTES_MAX);
  } catch (error) {
    throw withAdvice(error, show);
  }
}

/** The same error; if the results are too large, with advice on reducing them. */
export function withAdvice(error: unknown, show: readonly ResourceShow[]): unknown {
  if (!(error instanceof AppError) || error.code !== 'too_large') return error;
  const advice = 'ask for fewer results (top_k), show less of them, or read the resources one by one';
  return new AppError('too_large', `${error.message} (show=${show.join(',')}); ${advice}`, {}, { cause: error });
}
