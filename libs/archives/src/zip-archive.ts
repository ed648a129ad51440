import { inflateRawSync } from 'node:zlib';
import type { Entry } from '@zip.js/zip.js';
import { archiveNames, type StoredName } from './archive-names';
import type { UnpackBudget } from './unpack-budget';
import { damaged, isTooLarge, UnpackError } from './unpack-error';
import { zipEntries } from './zip-directory';

const ENTRIES_MAX = 20_000;
const STORED = 0;
const DEFLATED = 8;
const OPTIONS = { strictness: 'tolerant', maxAppendedDataSize: 65_535 } as const;

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
export async function openZipArchive(
  bytes: Uint8Array,
  budget: Pick<UnpackBudget, 'leftBytes' | 'use'>,
): Promise<ZipArchive> {
  const entries = await directoryOf(bytes);
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
export async function firstZipEntry(
  bytes: Uint8Array,
  isWanted: (entry: ZipArchiveEntry) => boolean,
  bytesMax: number,
): Promise<Uint8Array | undefined> {
  const entry = (await directoryOf(bytes)).find(isWanted);
  if (!entry) return undefined;
  if (inflatedBytes(bytes, entry, bytesMax) > bytesMax) throw new UnpackError({ kind: 'bytes', bytesMax });
  return entryContent(bytes, entry);
}

interface ListedEntry extends ZipArchiveEntry, StoredName {
  readonly method: number;
  readonly packedBytes: number;
  readonly offset: number;
}

async function directoryOf(bytes: Uint8Array): Promise<ListedEntry[]> {
  const entries: ListedEntry[] = [];
  try {
    for await (const entry of zipEntries(bytes, OPTIONS)) {
      if (entries.length >= ENTRIES_MAX) throw new UnpackError({ kind: 'files', filesMax: ENTRIES_MAX });
      entries.push(listed(entry));
    }
  } catch (error) {
    if (error instanceof UnpackError) throw error;
    // The first part of a directory may be sound.
    if (entries.length === 0) throw damaged('its end is missing');
  }
  if (entries.length === 0) throw damaged('it is empty');
  const names = archiveNames(entries);
  return entries.map((entry, at) => ({ ...entry, name: names[at] ?? entry.name }));
}

/** A tenth of what the library keeps of an entry. */
function listed(entry: Entry): ListedEntry {
  return {
    name: entry.filename,
    rawName: entry.filenameUTF8 ? undefined : entry.rawFilename,
    sizeBytes: entry.uncompressedSize,
    isEncrypted: entry.encrypted,
    method: entry.compressionMethod,
    packedBytes: entry.compressedSize,
    offset: entry.offset,
  };
}

/** Actual inflated size of an entry. */
function inflatedBytes(bytes: Uint8Array, entry: ListedEntry, bytesMax: number): number {
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

function entryContent(bytes: Uint8Array, entry: ListedEntry): Uint8Array | undefined {
  if (entry.isEncrypted) return undefined;
  const packed = packedOf(bytes, entry);
  if (entry.method === STORED) return packed;
  return entry.method === DEFLATED ? new Uint8Array(inflateRawSync(packed)) : undefined;
}

function packedOf(bytes: Uint8Array, { offset, packedBytes }: ListedEntry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  return bytes.subarray(start, start + packedBytes);
}
