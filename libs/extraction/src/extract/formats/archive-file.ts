import { gunzipped, UnpackError } from '@lectern/archives';
import { guardArchive } from '../archive';
import { ExtractError, foreignReason } from '../extract-error';
import { unpacksToMore } from '../inflate-budget';
import type { FormatReader } from '../reader';
import { isIwork, readIworkArchive } from './iwork';
import { readLockedZip } from './locked-zip';

const UNUSUAL = 'Files that are packed in an unusual way were left out';
const DAMAGED_FILES =
  'Files of the archive that are damaged were left out: pack them again, and send the archive once more';
const HIDDEN = /\/$|(^|\/)(\.|__MACOSX\/)/;

/** A ZIP of documents: each one after the other. */
export const readZip: FormatReader = async (source, document, context) => {
  const archive = await guardArchive(source.bytes, context.budget);
  if (isIwork(archive)) return readIworkArchive(archive, source, { document, context });
  const encrypted = archive.entries.filter(({ name, isEncrypted }) => isEncrypted && !isHiddenFile(name));
  if (encrypted.length > 0 && source.password !== undefined)
    return readLockedZip(source, { ...archive, isHidden: isHiddenFile }, { document, context });
  const damaged = new Set(archive.damaged);
  for (const { name, isEncrypted } of archive.entries) {
    if (isHiddenFile(name) || isEncrypted || damaged.has(name)) continue;
    const bytes = readEntry(archive.read, name);
    if (bytes) await context.nested({ bytes, filename: name });
    else document.lose(UNUSUAL);
    if (document.full) return;
  }
  document.lose(DAMAGED_FILES, archive.damaged.filter((name) => !isHiddenFile(name)).length);
  document.lose('Files that are encrypted were left out: send the archive again with its password', encrypted.length);
};

function isHiddenFile(name: string): boolean {
  return HIDDEN.test(name);
}

function readEntry(read: (name: string) => Uint8Array | undefined, name: string): Uint8Array | undefined {
  try {
    return read(name);
  } catch {
    return undefined;
  }
}

export const readGzip: FormatReader = async (source, _document, { budget, nested }) => {
  const bytes = unpack(source.bytes, budget.leftBytes);
  budget.use(bytes.length);
  await nested({ bytes, filename: source.filename?.replace(/\.gz$/i, '').replace(/\.tgz$/i, '.tar') });
};

function unpack(bytes: Uint8Array, bytesMax: number): Uint8Array {
  try {
    return gunzipped(bytes, bytesMax);
  } catch (error) {
    if (!(error instanceof UnpackError)) throw error;
    if (error.fault.kind === 'bytes') throw unpacksToMore(bytesMax, error);
    throw new ExtractError(`The archive is damaged (${foreignReason(error.cause)}): send it again`, 'ERROR', {
      cause: error,
    });
  }
}
