import { writeMessage } from '@lectern/contracts/messages';
import { Binary, type DataType, Field, List, Schema, Table, tableToIPC, Utf8, vectorFromArray } from 'apache-arrow';

export const listOfTexts = new List(new Field('item', new Utf8()));
const fieldColumns: Readonly<Record<string, DataType>> = {
  split: new Utf8(),
  rid: new Utf8(),
  field: new Utf8(),
  field_type: new Utf8(),
  labels: listOfTexts,
  text: new Binary(),
  basic: new Binary(),
  metadata: new Binary(),
};

const fieldSchema = new Schema(Object.entries(fieldColumns).map(([name, type]) => new Field(name, type, true)));

/** A table of these columns, each with its type and values. */
export function arrowTable(columns: Readonly<Record<string, readonly [DataType, readonly unknown[]]>>): Table {
  const schema = new Schema(Object.entries(columns).map(([name, [type]]) => new Field(name, type, true)));
  const vectors = Object.entries(columns).map(
    ([name, [type, values]]) => [name, vectorFromArray(values as never, type)] as const,
  );
  return new Table(schema, Object.fromEntries(vectors));
}

/** An Arrow stream with one record batch. */
export function arrowStream(columns: Readonly<Record<string, readonly [DataType, readonly unknown[]]>>): Buffer {
  return Buffer.from(tableToIPC(arrowTable(columns), 'stream'));
}

/** An Arrow stream with a record batch for each list of texts, of the type `FIELD_STREAMING`. */
export function fieldStream(...batches: readonly (readonly string[])[]): Buffer {
  let at = 0;
  const records = batches.flatMap((texts) => {
    at += texts.length;
    return fieldTable(texts, at - texts.length).batches;
  });
  return Buffer.from(tableToIPC(new Table(fieldSchema, records), 'stream'));
}

/** Rows with these texts; each is a resource with a number. */
function fieldTable(texts: readonly string[], from: number): Table {
  const values: Readonly<Record<string, readonly unknown[]>> = {
    split: texts.map(() => '0'),
    rid: texts.map((_, i) => String(from + i).padStart(32, '0')),
    field: texts.map(() => 'body'),
    field_type: texts.map(() => 't'),
    labels: texts.map(() => ['/l/state/read', '/t/tag']),
    text: texts.map((text) => writeMessage('ExtractedText', { text })),
    basic: texts.map((_, i) => writeMessage('Basic', { title: `Text ${from + i}` })),
    metadata: texts.map((text) => {
      const paragraphs = [{ start: 0, end: text.length }];
      return writeMessage('FieldComputedMetadata', { metadata: { language: 'en', paragraphs } });
    }),
  };
  const columns = Object.entries(fieldColumns).map(([name, type]) => [name, [type, values[name] ?? []]] as const);
  return arrowTable(Object.fromEntries(columns));
}
