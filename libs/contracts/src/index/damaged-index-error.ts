import { AppError } from '../core/errors';

/** An index of a knowledge box cannot be read and has to be rebuilt from the database. */
export class DamagedIndexError extends AppError {
  constructor(reason: string, options?: { readonly cause?: unknown }) {
    super('unavailable', `The index is damaged and is made again: ${reason}`, {}, options);
  }
}

/** An index was dropped while it was read, since it was found damaged: it is being made again. */
export class DroppedIndexError extends AppError {
  constructor() {
    super('unavailable', 'The index is being made again');
  }
}
