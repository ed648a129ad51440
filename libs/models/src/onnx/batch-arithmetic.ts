import { createReadStream } from 'node:fs';

/**
 * Parts of names of operators that round what they compute with, such as `DynamicQuantizeLinear`, whose scale is that
 * of the whole batch; not of `DequantizeLinear`. At most seven bytes each: longer ones are found much more slowly.
 */
const roundingOperators = ['Quanti', 'Integer', 'QLinear', 'QAttent', 'QGemm', 'QEmbed', 'MulNBit', 'MulBnb4'];
const names = roundingOperators.map((name) => Buffer.from(name));
const OVERLAP_BYTES = Math.max(...names.map(({ length }) => length)) - 1;
const CHUNK_BYTES = 1 << 20;
/** Larger ONNX files are not valid; their weights are in further files. */
const SCANNED_BYTES_MAX = 2 ** 31;

/**
 * Whether a text gives the same in a batch of others as alone, up to the last digits of floating-point numbers: no
 * operator of the ONNX file rounds to fewer digits. Reads the file once, 1 MiB at a time; a name found in the weights
 * by chance is taken for an operator.
 */
export async function isUnrounded(path: string): Promise<boolean> {
  let before = Buffer.alloc(0);
  let scannedBytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    // A stream without an encoding gives buffers.
    const bytes = Buffer.concat([before, chunk as Buffer]);
    scannedBytes += bytes.length;
    if (scannedBytes > SCANNED_BYTES_MAX || names.some((name) => bytes.includes(name))) return false;
    before = bytes.subarray(-OVERLAP_BYTES);
  }
  return true;
}
