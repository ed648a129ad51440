import {
  Binary,
  Bool,
  type DataType,
  Field,
  List,
  Schema,
  Table,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import type { TrainsetType } from '@lectern/contracts/knowledge-box';
import { type ColumnType, partitionColumns } from '../arrow/partition-columns';
import type { PartitionRow } from './trainset-rows';

const PREFIX_BYTES = 8;
const LENGTH_AT = 4;
/** Ends a stream. */
const END_BYTES = 8;

const arrowTypes: Readonly<Record<ColumnType, () => DataType>> = {
  text: () => new Utf8(),
  'list of texts': () => new List(new Field('item', new Utf8(), true)),
  bytes: () => new Binary(),
  flag: () => new Bool(),
};

/** An Arrow IPC stream of rows, with a record batch for each list of them that is not empty. */
export async function* arrowStream(
  type: TrainsetType,
  batches: AsyncIterable<readonly PartitionRow[]>,
): AsyncGenerator<Buffer> {
  const { schema, end } = ipcParts(type, []);
  yield schema;
  for await (const rows of batches) if (rows.length > 0) yield ipcParts(type, rows).batches;
  yield end;
}

function ipcParts(type: TrainsetType, rows: readonly PartitionRow[]) {
  const columns = Object.entries(partitionColumns[type]).map(([name, kind]) => ({ name, arrow: arrowTypes[kind]() }));
  const schema = new Schema(columns.map(({ name, arrow }) => new Field(name, arrow, true)));
  const vectors = columns.map(({ name, arrow }) => {
    // Of the type of the column, by the maker of the rows.
    return [name, vectorFromArray(rows.map((row) => row[name]) as never[], arrow)] as const;
  });
  const bytes = Buffer.from(tableToIPC(new Table(schema, Object.fromEntries(vectors)), 'stream'));
  const schemaEnd = PREFIX_BYTES + bytes.readInt32LE(LENGTH_AT);
  const endAt = bytes.length - END_BYTES;
  return {
    schema: bytes.subarray(0, schemaEnd),
    batches: bytes.subarray(schemaEnd, endAt),
    end: bytes.subarray(endAt),
  };
}
