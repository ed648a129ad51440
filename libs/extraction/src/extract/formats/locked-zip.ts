import type { Entry } from '@zip.js/zip.js';
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
  const { configure, Uint8ArrayReader, ZipReader } = await import('@zip.js/zip.js');
  configure({ useWebWorkers: false });
  const reader = new ZipReader(new Uint8ArrayReader(bytes));
  const entries = await reader.getEntries().catch((error: unknown) => {
    throw new ExtractError(`The archive is damaged (${foreignReason(error)}): send it again`, 'ERROR', {
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

type Content = Uint8Array | { readonly isLocked: boolean };

async function opened(entry: Entry, passwords: readonly Uint8Array[], context: ReadContext): Promise<Content> {
  let content: Content = { isLocked: false };
  for (const rawPassword of passwords) {
    content = await lockedContent(entry, rawPassword, context);
    if (content instanceof Uint8Array || !content.isLocked) return content;
  }
  return content;
}

/** @throws ExtractError when it unpacks to more than is left */
async function lockedContent(entry: Entry, rawPassword: Uint8Array, { budget }: ReadContext): Promise<Content> {
  const chunks: Uint8Array[] = [];
  let tooMuch: unknown;
  const taken = new WritableStream<Uint8Array>({
    write(chunk) {
      try {
        budget.use(chunk.length);
      } catch (error) {
        tooMuch = error;
        throw error;
      }
      chunks.push(chunk);
    },
  });
  try {
    if (entry.directory) return { isLocked: false };
    await entry.getData(taken, { rawPassword, checkSignature: true });
    return Buffer.concat(chunks);
  } catch (error) {
    if (tooMuch !== undefined) throw tooMuch;
    // One wrong password in 256 passes the first test: the output is damaged then.
    return { isLocked: entry.encrypted && !/compression/i.test(foreignReason(error)) };
  }
}
