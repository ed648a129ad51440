import { AppError } from '../core/errors';
import { readMessage } from '../messages/message-type';

/** When the message says 0, which is also what it says when it says nothing. */
const BATCH_SIZE = 50;

interface TrainsetMessage {
  readonly filter?: object;
  readonly batch_size?: number;
}

/**
 * Reads a `TrainSet` message. What it makes is checked as JSON is. Unknown fields are ignored.
 *
 * @throws AppError `invalid_request`
 */
export function readTrainsetMessage(bytes: Uint8Array): object {
  try {
    const { filter = {}, batch_size, ...given } = readMessage<TrainsetMessage>('trainset.TrainSet', bytes, 'absent');
    return { type: 0, exclude_text: false, ...given, filter, batch_size: batch_size || BATCH_SIZE };
  } catch (error) {
    throw new AppError('invalid_request', 'The body is no TrainSet message', {}, { cause: error });
  }
}
