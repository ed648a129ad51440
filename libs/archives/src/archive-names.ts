import type { Entry } from '@zip.js/zip.js';
import { detect } from 'chardet';

const SAMPLE_BYTES = 16 * 1024;
/** A short text may fit many encodings: only for these is the guess more reliable than assuming DOS's. */
const guessed = new Set(['shift_jis', 'gb18030', 'big5', 'euc-kr', 'euc-jp', 'windows-1251', 'koi8-r']);

type StoredName = Pick<Entry, 'filename' | 'filenameUTF8' | 'rawFilename'>;

/** Decodes the names of an archive. All names that declare no encoding are assumed to share one. */
export function archiveNames(entries: readonly StoredName[]): string[] {
  const isUnknown = ({ filenameUTF8, rawFilename }: StoredName) =>
    !filenameUTF8 && rawFilename.some((byte) => byte >= 0x80);
  const unknown = Buffer.concat(entries.filter(isUnknown).map(({ rawFilename }) => rawFilename));
  const charset = detect(unknown.subarray(0, SAMPLE_BYTES))?.toLowerCase();
  // The library reads names as DOS wrote them.
  if (charset === undefined || !guessed.has(charset)) return entries.map(({ filename }) => filename);
  const decoder = new TextDecoder(charset);
  return entries.map((entry) => (isUnknown(entry) ? decoder.decode(entry.rawFilename) : entry.filename));
}
