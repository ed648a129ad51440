import type { ArchiveReader } from 'libarchive-wasm';
import { damaged, UnpackError } from './unpack-error';

type Entry = NonNullable<ReturnType<ArchiveReader['nextEntry']>>;

const MEMBERS_MAX = 20_000;

/** A file, folder or link of an archive; valid until the next one is read. */
export interface ArchiveMember {
  readonly name: string;
  readonly isFile: boolean;
  /** Of its content, or more. */
  readonly sizeBytes: number;
  /** @returns nothing when it is encrypted or damaged, and for what has no content */
  readonly read: () => { readonly content?: Uint8Array; readonly isLocked: boolean; readonly isDamaged: boolean };
}

/** Members of an archive that libarchive reads (tar, 7z, rar, packed with bzip2 or xz), one after the other. */
export class ArchiveMembers {
  private taken = 0;

  private constructor(private readonly archive: ArchiveReader) {}

  /** @throws UnpackError when it is no archive, or damaged */
  static async open(packed: Uint8Array, password?: string): Promise<ArchiveMembers> {
    const { ArchiveReader: Reader, libarchiveWasm } = await import('libarchive-wasm');
    // A new one for each archive: what a hostile one does to the memory of the library ends with it.
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
   * @returns nothing at the end, or where it is damaged: `problem` says so
   * @throws UnpackError when it has too many members
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
