import type { FileHandle } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { refusal, type Unpacking, unpackingLimits } from './unpacking';

const STORED = 0;
const DEFLATED = 8;
const END_BYTES = 22;
const COMMENT_BYTES_MAX = 65_535;
const DIRECTORY_BYTES_MAX = 16 * 1024 ** 2;
const signatures = { end: 0x06054b50, directory: 0x02014b50, file: 0x04034b50 };
const CHUNK_BYTES = 64 * 1024;
const UNIX = 3;
/** Of Unix modes. */
const [KIND, LINK] = [0o170000, 0o120000];
const damaged = () => refusal('The zip archive is damaged');

interface Entry {
  readonly path: string;
  readonly method: number;
  readonly packedBytes: number;
  readonly offset: number;
}

/** Unpacks a zip file. @throws AppError `invalid_request` when it is damaged, encrypted or has links */
export async function unpackZip(file: FileHandle, to: Unpacking): Promise<void> {
  const { size } = await file.stat();
  for (const entry of await directoryOf(file, size)) {
    const local = await read(file, entry.offset, 30);
    if (local.readUInt32LE(0) !== signatures.file) throw damaged();
    const start = entry.offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
    if (start + entry.packedBytes > size) throw refusal('The archive is cut off');
    await to.write(entry.path, contentOf(file, entry, start));
  }
}

async function* contentOf(file: FileHandle, entry: Entry, start: number): AsyncGenerator<Buffer> {
  const packed = packedOf(file, entry, start);
  if (entry.method === STORED) return yield* packed;
  try {
    yield* pipeline(Readable.from(packed), createInflateRaw(), () => undefined);
  } catch {
    throw damaged();
  }
}

async function* packedOf(file: FileHandle, { packedBytes }: Entry, start: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < packedBytes;) {
    const chunk = await read(file, start + done, Math.min(CHUNK_BYTES, packedBytes - done));
    if (chunk.length === 0) throw damaged();
    done += chunk.length;
    yield chunk;
  }
}

async function directoryOf(file: FileHandle, sizeBytes: number): Promise<readonly Entry[]> {
  const tail = await read(file, Math.max(0, sizeBytes - END_BYTES - COMMENT_BYTES_MAX), END_BYTES + COMMENT_BYTES_MAX);
  const mark = Buffer.alloc(4);
  mark.writeUInt32LE(signatures.end);
  const at = tail.lastIndexOf(mark);
  if (at < 0 || at + END_BYTES > tail.length) throw refusal('The archive is cut off');
  const length = tail.readUInt32LE(at + 12);
  const offset = tail.readUInt32LE(at + 16);
  if (offset === 0xffffffff || length > DIRECTORY_BYTES_MAX) throw refusal('The zip archive is larger than 4 GiB');
  const directory = await read(file, offset, length);
  const entries: Entry[] = [];
  for (let place = 0; place + 46 <= directory.length;) {
    if (entries.length > unpackingLimits.files) break;
    const nameBytes = directory.readUInt16LE(place + 28);
    const path = directory.toString('utf8', place + 46, place + 46 + nameBytes);
    if (directory.readUInt32LE(place) !== signatures.directory) throw damaged();
    if (!path.endsWith('/')) entries.push(entryAt(directory, place, path));
    place += 46 + nameBytes + directory.readUInt16LE(place + 30) + directory.readUInt16LE(place + 32);
  }
  return entries;
}

function entryAt(directory: Buffer, place: number, path: string): Entry {
  const flags = directory.readUInt16LE(place + 8);
  const method = directory.readUInt16LE(place + 10);
  const mode = directory.readUInt16LE(place + 40);
  if (directory[place + 5] === UNIX && (mode & KIND) === LINK)
    throw refusal(`The archive has what is no file: ${JSON.stringify(path.slice(0, 100))}`);
  if (flags & 1 || (method !== STORED && method !== DEFLATED))
    throw refusal('The zip archive is encrypted, or packed in a way that is not known here');
  return { path, method, packedBytes: directory.readUInt32LE(place + 20), offset: directory.readUInt32LE(place + 42) };
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position });
  return buffer.subarray(0, bytesRead);
}
