import type { ArchiveReader } from 'libarchive-wasm';
import type { DocumentBuilder } from '../document-builder';
import { ExtractError } from '../extract-error';
import type { FormatReader, ReadContext } from '../reader';

type Entry = NonNullable<ReturnType<ArchiveReader['nextEntry']>>;

const MEMBERS_MAX = 20_000;
const HIDDEN = /(^|\/)(\.|__MACOSX\/)/;

/** Archives other than ZIP (tar, 7z, rar, packed with bzip2 or xz): each file after the other. */
export const readMembers: FormatReader = async (source, document, context) => {
  const { ArchiveReader: Reader, libarchiveWasm } = await import('libarchive-wasm');
  // A new one for each archive: what a hostile one does to the memory of the library ends with it.
  const library = await libarchiveWasm();
  const bytes = new Int8Array(source.bytes.buffer, source.bytes.byteOffset, source.bytes.length);
  const opened = attempt(() => new Reader(library, bytes, source.password));
  if ('error' in opened) throw damaged(opened.error);
  await new Members(opened.value, document).read(context);
};

class Members {
  private encrypted = 0;
  private count = 0;

  constructor(
    private readonly archive: ArchiveReader,
    private readonly document: DocumentBuilder,
  ) {}

  async read({ budget, nested, alive }: ReadContext): Promise<void> {
    for (let entry = this.next(); entry && !this.document.full; entry = this.next()) {
      this.count += 1;
      if (this.count > MEMBERS_MAX)
        throw new ExtractError(`The archive holds more than ${MEMBERS_MAX} files, which is the limit`);
      const [filename, sizeBytes] = [entry.getPathname(), entry.getSize()];
      budget.use(sizeBytes);
      alive();
      if (entry.getFiletype() !== 'File' || HIDDEN.test(filename) || sizeBytes === 0) continue;
      const bytes = this.contentOf(entry);
      if (bytes) await nested({ bytes, filename: filename || undefined });
    }
    this.finish();
  }

  private next(): Entry | undefined {
    const next = attempt(() => this.archive.nextEntry());
    return 'value' in next ? (next.value ?? undefined) : undefined;
  }

  private contentOf(entry: Entry): Uint8Array | undefined {
    const content = attempt(() => entry.readData());
    if ('value' in content) return content.value && new Uint8Array(content.value);
    if (entry.isEncrypted()) this.encrypted += 1;
    else this.document.lose('Files that are damaged or packed in an unusual way were left out');
    return undefined;
  }

  /** Reports unread files, and why. @throws ExtractError when no file was read */
  private finish(): void {
    const problem = attempt(() => this.archive.libarchive.error_string(this.archive.archive));
    const reason = 'value' in problem ? problem.value : problem.error;
    if (this.encrypted > 0 || /encrypt|passphrase/i.test(reason ?? '')) {
      const text = 'The archive is encrypted in a way that cannot be opened here: unpack it, and send what it contains';
      if (this.encrypted === this.count) throw new ExtractError(text);
      return this.document.warn(text);
    }
    if (this.count === 0) throw damaged(reason || 'it holds no files');
    if (!reason) return;
    this.document.warn(`The archive is damaged after its file ${this.count} (${reason}): the rest was left out`);
  }
}

function damaged(reason: string): ExtractError {
  return new ExtractError(`The archive is damaged, or not an archive (${reason}): send it again, or send its files`);
}

type Attempt<T> = { readonly value: T } | { readonly error: string };

/** The library reports the fault in its own words, or crashes. */
function attempt<T>(read: () => T): Attempt<T> {
  try {
    return { value: read() };
  } catch (error) {
    return { error: error instanceof Error && error.message ? error.message : 'it cannot be read' };
  }
}
