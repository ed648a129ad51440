import {
  lockedZipContent,
  type LockedZipContent,
  lockedZipEntries,
  type LockedZipEntry,
  UnpackError,
} from '@lectern/archives';
import type { Archive } from '../archive';
import type { DocumentBuilder } from '../document-builder';
import { ExtractError, foreignReason } from '../extract-error';
import type { ReadContext, Source } from '../reader';

const UNUSUAL = 'Files that are packed in an unusual way were left out';
const WRONG = 'The archive is encrypted, and the password that was given does not open it';
const NOT_OPENED = 'Files that the password that was given does not open were left out';

/**
 * The files of a ZIP archive of which some are encrypted, the way ZIP was first or with AES.
 *
 * @param archive the same archive, with names that are decoded, in the order of its directory
 * @throws ExtractError when the password opens none of them
 */
export async function readLockedZip(
  { bytes, password }: Source,
  archive: Archive & { readonly isHidden: (name: string) => boolean },
  { document, context }: { readonly document: DocumentBuilder; readonly context: ReadContext },
): Promise<void> {
  const entries = await lockedZipEntries(bytes).catch((error: unknown) => {
    const reason = error instanceof UnpackError ? error.cause : error;
    throw new ExtractError(`The archive is damaged (${foreignReason(reason)}): send it again`, 'ERROR', {
      cause: error,
    });
  });
  const passwords = spellings(password);
  let [read, locked] = [0, 0];
  for (const [at, entry] of entries.entries()) {
    const { name = entry.filename } = archive.entries[at] ?? {};
    if (entry.directory || archive.isHidden(name)) continue;
    context.alive();
    const content = await opened(entry, passwords, context);
    if (content instanceof Uint8Array) {
      read += 1;
      await context.nested({ bytes: content, filename: name });
    } else if (content.isLocked) locked += 1;
    else document.lose(UNUSUAL);
    if (document.full) return;
  }
  if (read === 0 && locked > 0) throw new ExtractError(WRONG);
  document.lose(NOT_OPENED, locked);
}

/** Programs have written passwords beyond ASCII in either of the two. */
function spellings(password = ''): readonly Uint8Array[] {
  const encodings = /^[\0-\x7f]*$/.test(password) ? (['utf8'] as const) : (['utf8', 'latin1'] as const);
  return encodings.map((encoding) => new Uint8Array(Buffer.from(password, encoding)));
}

/** @throws ExtractError when it unpacks to more than is left */
async function opened(
  entry: LockedZipEntry,
  passwords: readonly Uint8Array[],
  { budget }: ReadContext,
): Promise<LockedZipContent> {
  let content: LockedZipContent = { isLocked: false };
  for (const rawPassword of passwords) {
    content = await lockedZipContent(entry, rawPassword, budget);
    if (content instanceof Uint8Array || !content.isLocked) return content;
  }
  return content;
}
