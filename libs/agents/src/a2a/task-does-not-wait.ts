import { AppError } from '@lectern/contracts/core';

/** Says that a task cannot take what was sent. */
export class TaskDoesNotWait extends AppError {
  constructor() {
    super('conflict', 'The task does not wait for a message');
  }
}
