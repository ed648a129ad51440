import type { RecordBatch, Table } from 'apache-arrow';

/** A column of numbers at once: to ask for its values one by one takes several times as long. */
export function numbersOf(answer: Table | RecordBatch, column: string): number[] {
  const values: unknown = answer.getChild(column)?.toArray() ?? [];
  if (values instanceof BigUint64Array) return smallNumbers(values);
  // Columns are numbers without gaps, which are read as one typed array.
  const all = values as ArrayLike<number | bigint>;
  const numbers = new Array<number>(all.length);
  for (let i = 0; i < all.length; i += 1) numbers[i] = Number(all[i]);
  return numbers;
}

/** Without making big integers of them: addresses are below 2 ** 53. */
function smallNumbers({ buffer, byteOffset, length }: BigUint64Array): number[] {
  const halves = new Uint32Array(buffer, byteOffset, length * 2);
  const numbers = new Array<number>(length);
  for (let i = 0; i < length; i += 1) numbers[i] = (halves[2 * i] ?? 0) + (halves[2 * i + 1] ?? 0) * 2 ** 32;
  return numbers;
}
