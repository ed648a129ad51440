import { type ArchiveMember, ArchiveMembers, UnpackError } from '@lectern/archives';
import { tooManyFiles } from '../archive';
import type { DocumentBuilder } from '../document-builder';
import { ExtractError } from '../extract-error';
import type { FormatReader, ReadContext } from '../reader';

const HIDDEN = /(^|\/)(\.|__MACOSX\/)/;

/** Archives other than ZIP (tar, 7z, rar, packed with bzip2 or xz): each file after the other. */
export const readMembers: FormatReader = async (source, document, context) => {
  try {
    const archive = await ArchiveMembers.open(source.bytes, source.password);
    await new Members(archive, document).read(context);
  } catch (error) {
    if (!(error instanceof UnpackError)) throw error;
    if (error.fault.kind === 'files') throw tooManyFiles(error.fault);
    throw damaged(error.fault.kind === 'damaged' ? String(error.fault.reason) : error.message);
  }
};

class Members {
  private encrypted = 0;

  constructor(
    private readonly archive: ArchiveMembers,
    private readonly document: DocumentBuilder,
  ) {}

  async read({ budget, nested, alive }: ReadContext): Promise<void> {
    for (let member = this.archive.next(); member && !this.document.full; member = this.archive.next()) {
      const { name: filename, sizeBytes, isFile } = member;
      budget.use(sizeBytes);
      alive();
      if (!isFile || HIDDEN.test(filename) || sizeBytes === 0) continue;
      const bytes = this.contentOf(member);
      if (bytes) await nested({ bytes, filename: filename || undefined });
    }
    this.finish();
  }

  private contentOf(member: ArchiveMember): Uint8Array | undefined {
    const { content, isLocked, isDamaged } = member.read();
    if (isLocked) this.encrypted += 1;
    if (isDamaged) this.document.lose('Files that are damaged or packed in an unusual way were left out');
    return content;
  }

  /** Reports unread files, and why. @throws ExtractError when no file was read */
  private finish(): void {
    const { problem, count } = this.archive;
    if (this.encrypted > 0 || /encrypt|passphrase/i.test(problem)) {
      const text = 'The archive is encrypted in a way that cannot be opened here: unpack it, and send what it contains';
      if (this.encrypted === count) throw new ExtractError(text);
      return this.document.warn(text);
    }
    if (count === 0) throw damaged(problem || 'it holds no files');
    if (problem === '') return;
    this.document.warn(`The archive is damaged after its file ${count} (${problem}): the rest was left out`);
  }
}

function damaged(reason: string): ExtractError {
  return new ExtractError(`The archive is damaged, or not an archive (${reason}): send it again, or send its files`);
}
