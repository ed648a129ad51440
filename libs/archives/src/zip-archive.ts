import { inflateRawSync } from 'node:zlib';
import { archiveNames, type RawName } from './archive-names';
import type { UnpackBudget } from './unpack-budget';
import { damaged, isTooLarge, UnpackError } from './unpack-error';

const ENTRIES_MAX = 20_000;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 0x1;
const UTF_8 = 0x800;

export interface ZipArchiveEntry {
  readonly name: string;
  readonly sizeBytes: number;
  readonly isEncrypted: boolean;
}

/** A ZIP archive in which every entry inflates to its declared size, and all entries together to an allowed size. */
export interface ZipArchive {
  readonly entries: readonly ZipArchiveEntry[];
  /** Names of entries that cannot be unpacked. */
  readonly damaged: readonly string[];
  /** @returns undefined when there is no such entry, or it is encrypted or uses an unusual compression method */
  readonly read: (name: string) => Uint8Array | undefined;
}

/**
 * Reads the directory of a ZIP archive and inflates every entry once against the budget, because the sizes in the
 * directory can be wrong and libraries trust them.
 *
 * @param budget its error when too much is unpacked is passed on
 * @throws UnpackError when the whole archive is damaged, or has too many entries
 */
export function openZipArchive(bytes: Uint8Array, budget: Pick<UnpackBudget, 'leftBytes' | 'use'>): ZipArchive {
  const entries = directoryOf(bytes);
  const declared = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (declared > budget.leftBytes) budget.use(declared);
  const damages = new Map<string, unknown>();
  for (const entry of entries) {
    try {
      budget.use(inflatedBytes(bytes, entry, budget.leftBytes));
    } catch (error) {
      if (budget.leftBytes < 0) throw error;
      damages.set(entry.name, error);
    }
  }
  const [first] = damages.values();
  if (entries.every(({ name, sizeBytes }) => damages.has(name) || sizeBytes === 0))
    throw damaged(first ?? 'it is empty');
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  return {
    entries,
    damaged: [...damages.keys()],
    read: (name) => {
      const entry = byName.get(name);
      return entry && !damages.has(name) ? entryContent(bytes, entry) : undefined;
    },
  };
}

/**
 * Content of the first entry that is wanted, without a look at the others; undefined if there is none, or it is
 * encrypted or packed in an unusual way.
 *
 * @throws UnpackError when the directory or that entry is damaged, or it unpacks to more than `bytesMax`
 */
export function firstZipEntry(
  bytes: Uint8Array,
  isWanted: (entry: ZipArchiveEntry) => boolean,
  bytesMax: number,
): Uint8Array | undefined {
  const entry = directoryOf(bytes).find(isWanted);
  if (!entry) return undefined;
  if (inflatedBytes(bytes, entry, bytesMax) > bytesMax) throw new UnpackError({ kind: 'bytes', bytesMax });
  return entryContent(bytes, entry);
}

interface DirectoryEntry extends ZipArchiveEntry {
  readonly method: number;
  readonly packedBytes: number;
  readonly offset: number;
}

/** Reads the central directory: `PK\5\6` at the end points to it. */
function directoryOf(bytes: Uint8Array): DirectoryEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endRecord(view);
  const entries: Omit<DirectoryEntry, 'name'>[] = [];
  const names: RawName[] = [];
  try {
    let at = view.getUint32(end + 16, true);
    while (at + 46 <= bytes.length && view.getUint32(at, true) === 0x02014b50) {
      if (entries.length >= ENTRIES_MAX) throw new UnpackError({ kind: 'files', filesMax: ENTRIES_MAX });
      const flags = view.getUint16(at + 8, true);
      const nameEnd = at + 46 + view.getUint16(at + 28, true);
      const extraEnd = nameEnd + view.getUint16(at + 30, true);
      names.push({
        bytes: bytes.subarray(at + 46, nameEnd),
        isUtf8: (flags & UTF_8) !== 0,
        extra: bytes.subarray(nameEnd, extraEnd),
      });
      entries.push({
        isEncrypted: (flags & ENCRYPTED) !== 0,
        method: view.getUint16(at + 10, true),
        packedBytes: view.getUint32(at + 20, true),
        sizeBytes: view.getUint32(at + 24, true),
        offset: view.getUint32(at + 42, true),
      });
      at = extraEnd + view.getUint16(at + 32, true);
    }
  } catch (error) {
    throw damaged(error);
  }
  if (entries.length === 0) throw damaged('it is empty');
  const texts = archiveNames(names);
  return entries.map((entry, at) => ({ ...entry, name: texts[at] ?? '' }));
}

function endRecord(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 65_535); at -= 1) {
    if (view.getUint32(at, true) === 0x06054b50) return at;
  }
  throw damaged('its end is missing');
}

/** Actual inflated size of an entry. */
function inflatedBytes(bytes: Uint8Array, entry: DirectoryEntry, bytesMax: number): number {
  if (entry.isEncrypted) return entry.packedBytes;
  try {
    const packed = packedOf(bytes, entry);
    if (entry.method !== DEFLATED) return entry.packedBytes;
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, bytesMax) }).length;
  } catch (error) {
    if (isTooLarge(error)) return bytesMax + 1;
    throw damaged(error);
  }
}

function entryContent(bytes: Uint8Array, entry: DirectoryEntry): Uint8Array | undefined {
  if (entry.isEncrypted) return undefined;
  const packed = packedOf(bytes, entry);
  if (entry.method === STORED) return packed;
  return entry.method === DEFLATED ? new Uint8Array(inflateRawSync(packed)) : undefined;
}

function packedOf(bytes: Uint8Array, { offset, packedBytes }: DirectoryEntry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  return bytes.subarray(start, start + packedBytes);
}
