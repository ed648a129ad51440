import type { ArchiveReader } from 'libarchive-wasm';
import { damaged, UnpackError } from './unpack-error';

type Entry = NonNullable<ReturnType<ArchiveReader['nextEntry']>>;

const MEMBERS_MAX = 20_000;

/** A file, folder or link in an archive; valid until the next one is read. */
export interface ArchiveMember {
  readonly name: string;
  readonly isFile: boolean;
  /** Upper bound of the size of its content. */
  readonly sizeBytes: number;
  /** @returns no content when the member is encrypted or damaged, or has none */
  readonly read: () => { readonly content?: Uint8Array; readonly isLocked: boolean; readonly isDamaged: boolean };
}

/** Members of an archive that libarchive reads (tar, 7z, rar, packed with bzip2 or xz), one after the other. */
export class ArchiveMembers {
  private taken = 0;

  private constructor(private readonly archive: ArchiveReader) {}

  /** @throws UnpackError when the bytes are not an archive, or a damaged one */
  static async open(packed: Uint8Array, password?: string): Promise<ArchiveMembers> {
    const { ArchiveReader: Reader, libarchiveWasm } = await import('libarchive-wasm');
    // A new instance per archive, so that damage by a hostile archive to the library's memory ends with it.
    const library = await libarchiveWasm();
    const bytes = new Int8Array(packed.buffer, packed.byteOffset, packed.length);
    const opened = callLibrary(() => new Reader(library, bytes, password));
    if ('error' in opened) throw damaged(opened.error);
    return new ArchiveMembers(opened.value);
  }

  /** Number of members so far. */
  get count(): number {
    return this.taken;
  }

  /**
   * @returns undefined at the end, or at damage, which `problem` then describes
   * @throws UnpackError when the archive has too many members
   */
  next(): ArchiveMember | undefined {
    const next = callLibrary(() => this.archive.nextEntry());
    if (!('value' in next) || !next.value) return undefined;
    this.taken += 1;
    if (this.taken > MEMBERS_MAX) throw new UnpackError({ kind: 'files', filesMax: MEMBERS_MAX });
    return archiveMember(next.value);
  }

  /** Why `next` returned nothing, in the words of the library; empty at the end. */
  get problem(): string {
    const problem = callLibrary(() => this.archive.libarchive.error_string(this.archive.archive));
    return ('value' in problem ? problem.value : problem.error) || '';
  }
}

function archiveMember(entry: Entry): ArchiveMember {
  return {
    name: entry.getPathname(),
    isFile: entry.getFiletype() === 'File',
    sizeBytes: entry.getSize(),
    read: () => {
      const content = callLibrary(() => entry.readData());
      if ('value' in content)
        return { ...(content.value && { content: new Uint8Array(content.value) }), isLocked: false, isDamaged: false };
      const isLocked = entry.isEncrypted();
      return { isLocked, isDamaged: !isLocked };
    },
  };
}

type Attempt<T> = { readonly value: T } | { readonly error: string };

/** The library reports the fault in its own words, or crashes. */
function callLibrary<T>(read: () => T): Attempt<T> {
  try {
    return { value: read() };
  } catch (error) {
    return { error: error instanceof Error && error.message ? error.message : 'it cannot be read' };
  }
}
