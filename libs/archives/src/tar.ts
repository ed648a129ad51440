import { damaged, UnpackError } from './unpack-error';
import type { UnpackedFolder } from './unpacked-folder';

const BLOCK_BYTES = 512;
const NAME_BYTES_MAX = 64 * 1024;

interface Entry {
  readonly path: string;
  readonly kind: string;
  readonly sizeBytes: number;
}

/** Unpacks a tar while it is read. @throws UnpackError when it is damaged, or has links or devices */
export async function unpackTar(
  bytes: AsyncIterable<Buffer>,
  to: Pick<UnpackedFolder, 'pass' | 'write'>,
): Promise<void> {
  const reader = new ByteReader(bytes);
  let longPath: string | undefined;
  for (let block = await reader.take(BLOCK_BYTES); block.some((byte) => byte !== 0);) {
    const { kind, sizeBytes, path } = entryOf(block);
    const padding = (BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES;
    if (kind === 'L' || kind === 'x') {
      if (sizeBytes > NAME_BYTES_MAX) throw damaged('tar name');
      await to.pass();
      const text = (await reader.take(sizeBytes)).toString('utf8');
      longPath = kind === 'L' ? text.replace(/\0.*$/s, '') : (/^\d+ path=(.*)$/m.exec(text)?.[1] ?? longPath);
    } else {
      const named = longPath ?? path;
      longPath = undefined;
      if (kind === '0' || kind === '\0') await to.write(named, reader.chunks(sizeBytes));
      else if (kind === 'g' || kind === '5') await to.pass(reader.chunks(sizeBytes));
      else throw new UnpackError({ kind: 'no file', name: named.slice(0, 100) });
    }
    await reader.take(padding);
    block = await reader.take(BLOCK_BYTES);
  }
}

function entryOf(block: Buffer): Entry {
  const text = (from: number, length: number) => block.toString('utf8', from, from + length).replace(/\0.*$/s, '');
  const sizeBytes = Number.parseInt(text(124, 12), 8);
  if (text(257, 5) !== 'ustar' || !(sizeBytes >= 0)) throw damaged('tar');
  const prefix = text(345, 155);
  const name = text(0, 100);
  return { path: prefix ? `${prefix}/${name}` : name, kind: block.toString('latin1', 156, 157), sizeBytes };
}

/** Reads a stream by number of bytes. */
class ByteReader {
  private readonly source: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(bytes: AsyncIterable<Buffer>) {
    this.source = bytes[Symbol.asyncIterator]();
  }

  /** Returns this many bytes in one piece. */
  async take(sizeBytes: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const chunk of this.chunks(sizeBytes)) parts.push(chunk);
    return Buffer.concat(parts);
  }

  async *chunks(sizeBytes: number): AsyncGenerator<Buffer> {
    for (let left = sizeBytes; left > 0;) {
      if (this.rest.length === 0) {
        const next = await this.source.next();
        if (next.done) throw damaged('end');
        this.rest = next.value;
      }
      const chunk = this.rest.subarray(0, left);
      this.rest = this.rest.subarray(chunk.length);
      left -= chunk.length;
      yield chunk;
    }
  }
}
