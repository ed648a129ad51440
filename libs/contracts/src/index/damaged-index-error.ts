import { AppError } from '../core/errors';

/** What an index of a knowledge box holds cannot be read and has to be rebuilt from the database. */
export class DamagedIndexError extends AppError {
  constructor(reason: string, options?: { readonly cause?: unknown }) {
    super('unavailable', `The index is damaged and is made again: ${reason}`, {}, options);
  }
}
