import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Of a file in Lance's format from version 2.0 on, all little-endian; it ends with the magic. */
const footerBytes = 40;
const magic = 'LANC';
const bytesPerEntry = 16n;
const filesAtOnce = 16;

/**
 * Why a footer cannot be that of a file of this size. LanceDB reserves the memory for two tables whose places and
 * lengths the footer tells, before it looks whether they fit: a damaged one ends the process. Without the magic there
 * is no footer, and LanceDB says so.
 *
 * @param footer the last 40 bytes
 * Source: the Lance file format, https://lance.org/format/file/
 */
export function footerProblem(footer: Buffer, sizeBytes: number): string | undefined {
  if (footer.length < footerBytes || footer.toString('latin1', footerBytes - magic.length) !== magic) return undefined;
  const end = BigInt(sizeBytes - footerBytes);
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
  for (let start = 0; start < files.length; start += filesAtOnce) {
    const some = files.slice(start, start + filesAtOnce).map(async ({ parentPath, name }) => {
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
    if (size < footerBytes) return undefined;
    const footer = Buffer.alloc(footerBytes);
    await file.read(footer, 0, footerBytes, size - footerBytes);
    return footerProblem(footer, size);
  } catch {
    return undefined;
  }
}
