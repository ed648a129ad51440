import { Reader } from 'protobufjs/minimal';
import { AppError } from '../core/errors';

/** When the message says 0, which is also what it says when it says nothing. */
const BATCH_SIZE = 50;
/** Lists of the filter, by their field numbers from 1. */
const lists = ['labels', 'paths', 'rids', 'tags', 'icons', 'metadata', 'entities', 'fields', 'status'] as const;

/**
 * Reads a `TrainSet` message: 1 type, 2 filter (lists of texts, 1 to 9), 3 batch_size, 4 exclude_text. What it makes is
 * checked as JSON is. Unknown fields are ignored.
 *
 * @throws AppError `invalid_request`
 */
export function readTrainsetMessage(bytes: Uint8Array): object {
  try {
    return payloadOf(Reader.create(bytes));
  } catch (error) {
    throw new AppError('invalid_request', 'The body is no TrainSet message', {}, { cause: error });
  }
}

function payloadOf(reader: Reader): object {
  const payload = { type: 0, batch_size: 0, exclude_text: false };
  const filter: Partial<Record<(typeof lists)[number], string[]>> = {};
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === 8) payload.type = reader.int32();
    else if (tag === 18) readFilter(reader, filter);
    else if (tag === 24) payload.batch_size = reader.int32();
    else if (tag === 32) payload.exclude_text = reader.bool();
    else reader.skipType(tag & 7);
  }
  return { ...payload, filter, batch_size: payload.batch_size || BATCH_SIZE };
}

function readFilter(reader: Reader, filter: Partial<Record<(typeof lists)[number], string[]>>): void {
  const end = reader.uint32() + reader.pos;
  if (end > reader.len) throw new RangeError('The filter is cut off');
  while (reader.pos < end) {
    const tag = reader.uint32();
    const list = lists[(tag >>> 3) - 1];
    if (list && (tag & 7) === 2) (filter[list] ??= []).push(reader.string());
    else reader.skipType(tag & 7);
  }
}
