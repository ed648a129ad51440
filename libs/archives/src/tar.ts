import { Readable } from 'node:stream';
import { damaged, damagedUnlessSystem, UnpackError } from './unpack-error';
import type { UnpackedFolder } from './unpacked-folder';

const BLOCK_BYTES = 512;
/** The library holds what describes a file in memory. A part of this is read ahead: a few chunks of 64 KiB. */
const HEADER_BYTES_MAX = 512 * 1024;

/** Unpacks a tar while it is read. @throws UnpackError when it is damaged, or has links or devices */
export async function unpackTar(
  bytes: AsyncIterable<Buffer>,
  to: Pick<UnpackedFolder, 'allowEntries' | 'pass' | 'write'>,
): Promise<void> {
  const { extract } = await import('tar-stream');
  const entries = extract();
  const meter = new HeaderMeter(to);
  const source = Readable.from(meter.counted(bytes)).on('error', (error) => entries.destroy(error));
  source.pipe(entries);
  try {
    for await (const entry of entries) {
      const { name, type, size = 0 } = entry.header;
      meter.skip(type === 'directory' ? 0 : size);
      if (type === 'file') await to.write(name, chunksOf(entry));
      else if (type === 'directory') to.pass();
      else throw new UnpackError({ kind: 'no file', name: name.slice(0, 100) });
    }
    meter.check();
  } catch (error) {
    throw damagedUnlessSystem(source.errored ?? error, 'tar');
  } finally {
    source.destroy();
  }
}

/** The streams of the library are not those of Node. */
async function* chunksOf(entry: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* entry;
}

/** Counts what is read beside the contents of files: the library does not tell of headers that no file follows. */
class HeaderMeter {
  private readBytes = 0;
  private contentBytes = 0;
  private contentEnd = 0;

  constructor(private readonly to: Pick<UnpackedFolder, 'allowEntries'>) {}

  async *counted(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let end: Buffer = Buffer.alloc(0);
    for await (const chunk of bytes) {
      if (this.readBytes - this.contentEnd > HEADER_BYTES_MAX) throw damaged('tar name');
      this.check(HEADER_BYTES_MAX);
      this.readBytes += chunk.length;
      end = chunk.length < BLOCK_BYTES ? Buffer.concat([end, chunk]).subarray(-BLOCK_BYTES) : chunk;
      yield chunk;
    }
    const last = end.subarray(-BLOCK_BYTES);
    if (last.length < BLOCK_BYTES || last.some((byte) => byte !== 0)) throw damaged('end');
  }

  /** Notes that content of this size follows. */
  skip(sizeBytes: number): void {
    if (!(sizeBytes >= 0)) throw damaged('tar');
    const paddedBytes = Math.ceil(sizeBytes / BLOCK_BYTES) * BLOCK_BYTES;
    this.contentBytes += paddedBytes;
    this.contentEnd = this.readBytes + paddedBytes;
  }

  /** @throws UnpackError when there are too many headers, apart from what is read ahead */
  check(aheadBytes = 0): void {
    this.to.allowEntries((this.readBytes - this.contentBytes - aheadBytes) / BLOCK_BYTES);
  }
}
