import { DataType, type Data, Message, RecordBatchReader, type RecordBatch, type Schema } from 'apache-arrow';
import type { ColumnType } from './partition-columns';
import type { ArrowMessage, BatchOfStream, MessageHead, MessageProblem } from './partition-message';

/** Marks the beginning of a message, and with a length of 0 the end of the stream. */
const CONTINUATION = 0xffffffff;
const END = Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]);
/** Slot of `RecordBatch.compression` in the flatbuffer. */
const HEADER_SLOT = 8;
const COMPRESSION_SLOT = 10;

/** Kind of a message, and for a schema, whether it has these columns. */
export function messageHead(
  metadata: Uint8Array,
  columns: Readonly<Record<string, ColumnType>>,
): MessageHead | MessageProblem {
  const message = Message.decode(metadata);
  const bodyBytes = message.bodyLength;
  if (!Number.isSafeInteger(bodyBytes) || bodyBytes < 0) return { problem: 'a message has no valid length' };
  if (message.isSchema()) {
    const problem = schemaProblem(message.header(), columns);
    return problem === undefined ? { type: 'schema', bodyBytes } : { problem };
  }
  if (message.isRecordBatch()) {
    if (isCompressed(metadata)) return { problem: 'its record batches are compressed: write them without compression' };
    return { type: 'batch', bodyBytes };
  }
  return { type: message.isDictionaryBatch() ? 'dictionary' : 'other', bodyBytes };
}

/** Decodes a record batch; its buffers are checked. */
export function readBatch({ schema, batch }: BatchOfStream): RecordBatch | MessageProblem {
  // The bytes are copied once: batches are large.
  const stream = Buffer.concat([...framed({ metadata: schema, body: new Uint8Array() }), ...framed(batch), END]);
  const [decoded] = [...RecordBatchReader.from(stream)];
  if (!decoded) return { problem: 'a record batch cannot be read' };
  for (const [index, { name }] of decoded.schema.fields.entries()) {
    const data = decoded.data.children[index];
    if (!data || data.length !== decoded.numRows) return { problem: `column ${name} has another number of rows` };
    if (!isSound(data)) return { problem: `a buffer of column ${name} is too short or inconsistent` };
  }
  return decoded;
}

function schemaProblem({ fields }: Schema, columns: Readonly<Record<string, ColumnType>>): string | undefined {
  const found = new Map(fields.map(({ name, type }) => [name, type]));
  const wanted = Object.keys(columns).join(', ');
  if (found.size !== fields.length) return 'two of its columns have the same name';
  const other = fields.find(({ name }) => !(name in columns));
  if (other) return `its column ${other.name.slice(0, 100)} is unknown; the columns are ${wanted}`;
  for (const [name, type] of Object.entries(columns)) {
    const own = found.get(name);
    if (!own) return `it has no column ${name}; the columns are ${wanted}`;
    if (!isOfType[type](own)) return `its column ${name} must be of type ${arrowNames[type]}`;
  }
  return undefined;
}

const isText = (type: DataType) => DataType.isUtf8(type) || DataType.isLargeUtf8(type);
const isOfType: Readonly<Record<ColumnType, (type: DataType) => boolean>> = {
  text: isText,
  'list of texts': (type) => DataType.isList(type) && isText(type.valueType),
  bytes: (type) => DataType.isBinary(type) || DataType.isLargeBinary(type),
  flag: (type) => DataType.isBool(type),
};
const arrowNames: Readonly<Record<ColumnType, string>> = {
  text: 'utf8',
  'list of texts': 'list<utf8>',
  bytes: 'binary',
  flag: 'bool',
};

/** Whether all rows lie within the buffers: lengths and offsets of foreign data may be wrong. */
function isSound(data: Data): boolean {
  const { type, length, nullBitmap, valueOffsets } = data;
  if (nullBitmap && nullBitmap.length > 0 && nullBitmap.length * 8 < length) return false;
  if (DataType.isBool(type)) return data.values.length * 8 >= length;
  const [child] = data.children;
  const end = DataType.isList(type) ? (child?.length ?? 0) : data.values.length;
  if (!ascends(valueOffsets, length, end)) return false;
  return !child || isSound(child);
}

function ascends(offsets: ArrayLike<number | bigint> | undefined, length: number, end: number): boolean {
  if (length === 0) return true;
  if (!offsets || offsets.length < length + 1) return false;
  let before = 0;
  for (let i = 0; i <= length; i += 1) {
    const at = Number(offsets[i]);
    if (at < before || at > end) return false;
    before = at;
  }
  return true;
}

function framed({ metadata, body }: ArrowMessage): readonly Uint8Array[] {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(CONTINUATION);
  head.writeInt32LE(metadata.length, 4);
  return [head, metadata, body];
}

/** The package does not read this member of the flatbuffer, and takes compressed bytes for values. */
function isCompressed(metadata: Uint8Array): boolean {
  const view = new DataView(metadata.buffer, metadata.byteOffset, metadata.byteLength);
  const header = slotOf(view, view.getUint32(0, true), HEADER_SLOT);
  if (header === undefined) return false;
  return slotOf(view, header + view.getUint32(header, true), COMPRESSION_SLOT) !== undefined;
}

/** Position of a member of a table; undefined if it is absent. */
function slotOf(view: DataView, table: number, slot: number): number | undefined {
  const vtable = table - view.getInt32(table, true);
  if (slot >= view.getUint16(vtable, true)) return undefined;
  const offset = view.getUint16(vtable + slot, true);
  return offset === 0 ? undefined : table + offset;
}
