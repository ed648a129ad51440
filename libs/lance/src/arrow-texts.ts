import { Data, makeData, type Field, List, Utf8, Vector } from 'apache-arrow';

/** Builds a column of texts in a fifth of the time that the general conversion takes. */
export function textVector(texts: readonly string[]): Vector<Utf8> {
  const { bytes, ends } = encoded(texts);
  return new Vector([textData(bytes, offsetsOf(ends))]);
}

/** Builds a column of lists of texts. A list shared by many rows is encoded once. */
export function textListVector(item: Field<Utf8>, lists: readonly (readonly string[])[]): Vector<List<Utf8>> {
  const known = new Map<readonly string[], Encoded>();
  const parts = lists.map((list) => {
    const part = known.get(list) ?? encoded(list);
    known.set(list, part);
    return part;
  });
  const bytes = Buffer.concat(parts.map((part) => part.bytes));
  const ends = new Int32Array(parts.reduce((sum, part) => sum + part.ends.length, 0));
  const listEnds = new Int32Array(parts.length);
  let [texts, start] = [0, 0];
  for (const [row, part] of parts.entries()) {
    for (const [i, end] of part.ends.entries()) ends[texts + i] = start + end;
    texts += part.ends.length;
    start += part.bytes.length;
    listEnds[row] = texts;
  }
  const type = new List(item);
  const child = textData(bytes, offsetsOf(ends));
  return new Vector([new Data(type, 0, lists.length, 0, [offsetsOf(listEnds)], [child])]);
}

/** Concatenated texts as UTF-8, and the end of each. */
interface Encoded {
  readonly bytes: Buffer;
  readonly ends: Int32Array;
}

function encoded(texts: readonly string[]): Encoded {
  const ends = new Int32Array(texts.length);
  let end = 0;
  for (const [i, text] of texts.entries()) ends[i] = end += Buffer.byteLength(text);
  const bytes = Buffer.allocUnsafeSlow(end);
  for (const [i, text] of texts.entries()) bytes.write(text, ends[i - 1] ?? 0);
  return { bytes, ends };
}

function offsetsOf(ends: Int32Array): Int32Array {
  const offsets = new Int32Array(ends.length + 1);
  offsets.set(ends, 1);
  return offsets;
}

function textData(data: Uint8Array, valueOffsets: Int32Array): Data<Utf8> {
  return makeData({ type: new Utf8(), length: valueOffsets.length - 1, nullCount: 0, valueOffsets, data });
}

/** The texts of a whole column; reading them one by one is several times slower. */
export function columnTexts(column: Vector<Utf8> | null): string[] {
  return encodedTexts(column).flatMap(({ bytes, offsets }) =>
    Array.from({ length: offsets.length - 1 }, (_, i) => bytes.toString('utf8', offsets[i], offsets[i + 1])),
  );
}

/** The texts of a column as UTF-8, chunk by chunk: the start of the first text of a chunk, and the end of each. */
export function encodedTexts(
  column: Vector<Utf8> | null,
): readonly { readonly bytes: Buffer; readonly offsets: Int32Array }[] {
  return (column?.data ?? []).map((data) => ({
    bytes: columnBytes(data),
    offsets: data.valueOffsets.subarray(0, data.length + 1),
  }));
}

/** For each list of a column, the texts with this ASCII prefix, without the prefix. Others are not decoded. */
export function textsBeginningWith(prefix: string, column: Vector<List<Utf8>> | null): string[][] {
  const wanted = Buffer.from(prefix);
  return (column?.data ?? []).flatMap((data) => {
    const child = data.children[0] as Data<Utf8> | undefined; // the type of the column says so
    if (!child) return Array.from({ length: data.length }, () => []);
    const bytes = columnBytes(child);
    const { valueOffsets: ends } = child;
    return Array.from({ length: data.length }, (_, list) => {
      const found: string[] = [];
      const last = data.valueOffsets[list + 1] ?? 0;
      for (let i = data.valueOffsets[list] ?? 0; i < last; i += 1) {
        const [start, end] = [ends[i] ?? 0, ends[i + 1] ?? 0];
        let same = 0;
        while (same < wanted.length && start + same < end && bytes[start + same] === wanted[same]) same += 1;
        if (same === wanted.length) found.push(bytes.toString('utf8', start + same, end));
      }
      return found;
    });
  });
}

function columnBytes({ values }: Data<Utf8>): Buffer {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength);
}
