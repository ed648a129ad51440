import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Of a file in Lance's format from version 2.0 on, all little-endian; it ends with the magic. */
const FOOTER_BYTES = 40;
const MAGIC = 'LANC';
const bytesPerEntry = 16n;
const FILES_AT_ONCE = 16;

/**
 * Why a footer cannot be that of a file of this size. LanceDB reserves the memory for two tables whose places and
 * lengths the footer tells, before it looks whether they fit: a damaged one ends the process. Without the magic there
 * is no footer, and LanceDB says so.
 *
 * @param footer the last 40 bytes
 * Source: the Lance file format, https://lance.org/format/file/
 */
export function footerProblem(footer: Buffer, sizeBytes: number): string | undefined {
  if (footer.length < FOOTER_BYTES || footer.toString('latin1', FOOTER_BYTES - MAGIC.length) !== MAGIC)
    return undefined;
  const end = BigInt(sizeBytes - FOOTER_BYTES);
  const [columnsAt, buffersAt] = [footer.readBigUInt64LE(8), footer.readBigUInt64LE(16)];
  const [buffers, columns] = [BigInt(footer.readUInt32LE(24)), BigInt(footer.readUInt32LE(28))];
  const fits = (at: bigint, entries: bigint) => at + entries * bytesPerEntry <= end;
  if (fits(columnsAt, columns) && fits(buffersAt, buffers)) return undefined;
  return 'its footer names parts that are outside of it';
}

/** The first file of a table that LanceDB must not open, with the reason. A table that is not there has none. */
export async function unreadableFile(tablePath: string): Promise<string | undefined> {
  const entries = await readdir(tablePath, { withFileTypes: true, recursive: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && /\.(lance|idx)$/.test(entry.name));
  for (let start = 0; start < files.length; start += FILES_AT_ONCE) {
    const some = files.slice(start, start + FILES_AT_ONCE).map(async ({ parentPath, name }) => {
      const problem = await problemOf(join(parentPath, name));
      return problem && `${name}: ${problem}`;
    });
    const found = (await Promise.all(some)).find((problem) => problem !== undefined);
    if (found) return found;
  }
  return undefined;
}

/** Files come and go while they are looked at: one that cannot be read is LanceDB's to report. */
async function problemOf(path: string): Promise<string | undefined> {
  try {
    await using file = await open(path);
    const { size } = await file.stat();
    if (size < FOOTER_BYTES) return undefined;
    const footer = Buffer.alloc(FOOTER_BYTES);
    await file.read(footer, 0, FOOTER_BYTES, size - FOOTER_BYTES);
    return footerProblem(footer, size);
  } catch {
    return undefined;
  }
}
