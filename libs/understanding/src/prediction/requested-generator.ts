import { AppError } from '@lectern/contracts/core';
import type { Generator, Generators } from '@lectern/models';

/**
 * The generator for a prediction that names its model, or the default.
 *
 * @throws AppError `invalid_request` when the deployment has no such model
 */
export function requestedGenerator(generators: Generators, model: string | undefined): Generator {
  try {
    return generators.for(model);
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') throw new AppError('invalid_request', error.message);
    throw error;
  }
}
