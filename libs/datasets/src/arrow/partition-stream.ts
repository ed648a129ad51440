import type { Readable } from 'node:stream';
import { ByteReader } from './byte-reader';
import type { ColumnType } from './partition-columns';
import type { BatchOfStream } from './partition-message';
import { headOf, type PartitionOwner, refusedPartition, rowCountOf } from './partition-threads';

/** Begins every message. */
const CONTINUATION = 0xffffffff;
const PREFIX_BYTES = 8;
const METADATA_BYTES_MAX = 1024 ** 2;
/** A larger record batch is refused. */
const BATCH_BYTES_MAX = 64 * 1024 ** 2;

/** Columns that a stream must have, and its owner. */
export interface ExpectedPartition extends PartitionOwner {
  readonly columns: Readonly<Record<string, ColumnType>>;
}

/** A record batch and its position in the stream. */
export interface StreamedBatch extends BatchOfStream {
  /** Byte at which its message begins. */
  readonly offset: number;
}

/** A message of a stream. */
interface StreamedMessage {
  readonly type: 'schema' | 'batch';
  readonly metadata: Uint8Array;
  readonly body: Uint8Array;
  readonly offset: number;
}

/**
 * Checks a whole stream, one message at a time.
 *
 * @returns its number of rows
 * @throws AppError `invalid_request` with the reason
 */
export async function checkedRows(content: Readable, expected: ExpectedPartition): Promise<number> {
  let rows = 0;
  for await (const batch of batchesOf(content, expected)) {
    const { columns, ...owner } = expected;
    const counted = await rowCountOf({ ...batch, columns }, owner);
    if ('problem' in counted) throw refusedPartition(counted);
    rows += counted.rowCount;
  }
  return rows;
}

/** Record batches of a stream, in order. @throws AppError `invalid_request` with the reason */
export async function* batchesOf(content: Readable, expected: ExpectedPartition): AsyncGenerator<StreamedBatch> {
  const reader = new ByteReader(content);
  let schema: Uint8Array | undefined;
  try {
    for (;;) {
      const message = await nextMessage(reader, expected);
      if (!message) break;
      if (message.type === 'schema') {
        if (schema) throw refusedPartition({ problem: 'it has two schemas' });
        schema = message.metadata;
        continue;
      }
      if (!schema) throw refusedPartition({ problem: 'it does not begin with a schema' });
      yield { schema, batch: message, offset: message.offset };
    }
    if (!schema) throw refusedPartition({ problem: 'it has no schema' });
    if ((await reader.take(1)).length > 0) throw refusedPartition({ problem: 'bytes follow its end' });
  } finally {
    reader.close();
  }
}

/** @returns undefined at the end of the stream */
async function nextMessage(
  reader: ByteReader,
  { columns, ...owner }: ExpectedPartition,
): Promise<StreamedMessage | undefined> {
  const offset = reader.taken;
  const prefix = await reader.take(PREFIX_BYTES);
  if (prefix.length < PREFIX_BYTES) throw truncated(reader);
  if (prefix.readUInt32LE() !== CONTINUATION) throw refusedPartition({ problem: notArrow(offset) });
  const length = prefix.readInt32LE(4);
  if (length === 0) return undefined;
  if (length < 0 || length > METADATA_BYTES_MAX)
    throw refusedPartition({ problem: `the metadata of a message must have at most ${METADATA_BYTES_MAX} bytes` });
  const metadata = await reader.take(length);
  if (metadata.length < length) throw truncated(reader);
  const head = await headOf({ metadata, columns }, owner);
  if ('problem' in head) throw refusedPartition(head);
  const { type, bodyBytes } = head;
  if (type === 'dictionary')
    throw refusedPartition({ problem: 'it has dictionaries: write plain columns instead of categories' });
  if (type === 'other') throw refusedPartition({ problem: 'it has messages other than record batches' });
  if (bodyBytes > BATCH_BYTES_MAX)
    throw refusedPartition({ problem: `a record batch has more than ${BATCH_BYTES_MAX} bytes: write smaller ones` });
  const body = await reader.take(bodyBytes);
  if (body.length < bodyBytes) throw truncated(reader);
  return { type, metadata, body, offset };
}

function truncated({ taken }: ByteReader): Error {
  return refusedPartition({
    problem: taken === 0 ? 'it is empty' : `it ends after ${taken} bytes, before the end of the stream`,
  });
}

function notArrow(offset: number): string {
  return offset === 0 ? 'it does not begin with a message' : `there is no message at byte ${offset}`;
}
