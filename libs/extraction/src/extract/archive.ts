import { inflateRawSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { codeOf, ExtractError, reasonOf } from './extract-error';
import type { InflateBudget } from './inflate-budget';

const ENTRIES_MAX = 20_000;
const DEFLATED = 8;

export interface ArchiveEntry {
  readonly name: string;
  readonly sizeBytes: number;
}

/** A ZIP archive whose every entry is known to inflate to what it says, and all of them to what is allowed. */
export interface Archive {
  readonly entries: readonly ArchiveEntry[];
  readonly read: (name: string) => Uint8Array | undefined;
}

/**
 * Looks through the directory of a ZIP archive and inflates every entry once against the budget, because the sizes in
 * the directory can lie and libraries believe them.
 *
 * @throws ExtractError when it is damaged or unpacks to too much
 */
export function guardArchive(bytes: Uint8Array, budget: InflateBudget): Archive {
  const entries = directoryOf(bytes);
  const declared = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (declared > budget.leftBytes) budget.use(declared);
  for (const entry of entries) budget.use(inflatedBytes(bytes, entry, budget.leftBytes));
  return {
    entries: entries.map(({ name, sizeBytes }) => ({ name, sizeBytes })),
    read: (name) => unzipSync(bytes, { filter: (file) => file.name === name })[name],
  };
}

interface DirectoryEntry extends ArchiveEntry {
  readonly method: number;
  readonly packedBytes: number;
  readonly offset: number;
}

/** Reads the central directory: `PK\5\6` at the end points to it. */
function directoryOf(bytes: Uint8Array): DirectoryEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endRecord(view);
  const entries: DirectoryEntry[] = [];
  try {
    let at = view.getUint32(end + 16, true);
    while (at + 46 <= bytes.length && view.getUint32(at, true) === 0x02014b50) {
      if (entries.length >= ENTRIES_MAX)
        throw new ExtractError(`The archive holds more than ${ENTRIES_MAX} files, which is the limit`);
      const nameLength = view.getUint16(at + 28, true);
      entries.push({
        name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
        method: view.getUint16(at + 10, true),
        packedBytes: view.getUint32(at + 20, true),
        sizeBytes: view.getUint32(at + 24, true),
        offset: view.getUint32(at + 42, true),
      });
      at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
  } catch (error) {
    throw damaged(error);
  }
  if (entries.length === 0) throw damaged('it is empty');
  return entries;
}

function endRecord(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 65_535); at -= 1) {
    if (view.getUint32(at, true) === 0x06054b50) return at;
  }
  throw damaged('its end is missing');
}

/** What an entry really inflates to. */
function inflatedBytes(bytes: Uint8Array, entry: DirectoryEntry, bytesMax: number): number {
  if (entry.method !== DEFLATED) return entry.packedBytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const start = entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true);
    const packed = bytes.subarray(start, start + entry.packedBytes);
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, bytesMax) }).length;
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') return bytesMax + 1;
    throw damaged(error);
  }
}

function damaged(error: unknown): ExtractError {
  if (error instanceof ExtractError) return error;
  return new ExtractError(`The file is damaged or was not sent whole (${reasonOf(error)}): send it again`, 'ERROR', {
    cause: error,
  });
}
