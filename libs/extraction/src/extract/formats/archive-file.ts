import { gunzipSync } from 'node:zlib';
import { guardArchive } from '../archive';
import { codeOf, ExtractError, reasonOf } from '../extract-error';
import type { FormatReader } from '../reader';

/** A ZIP of documents: each one after the other. */
export const readZip: FormatReader = async (source, document, { budget, nested }) => {
  const archive = guardArchive(source.bytes, budget);
  for (const { name } of archive.entries) {
    if (name.endsWith('/') || /(^|\/)(\.|__MACOSX\/)/.test(name)) continue;
    const bytes = readEntry(archive.read, name);
    if (bytes) await nested({ bytes, filename: name });
    else document.lose('Files that are encrypted or packed in an unusual way were left out');
    if (document.full) return;
  }
};

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
  await nested({ bytes, filename: source.filename?.replace(/\.gz$/i, '') });
};

function unpack(bytes: Uint8Array, bytesMax: number): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: bytesMax + 1 });
  } catch (error) {
    const tooLarge = codeOf(error) === 'ERR_BUFFER_TOO_LARGE';
    const text = tooLarge
      ? `The file unpacks to more than ${Math.floor(bytesMax / 1_048_576)} MiB, which is the limit; split it, or send what it contains`
      : `The archive is damaged (${reasonOf(error)}): send it again`;
    throw new ExtractError(text, 'ERROR', { cause: error });
  }
}
