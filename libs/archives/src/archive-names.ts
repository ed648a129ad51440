import { detect } from 'chardet';

const SAMPLE_BYTES = 16 * 1024;
/** A short text may fit many encodings: only for these is the guess more reliable than assuming DOS's. */
const guessed = new Set(['shift_jis', 'gb18030', 'big5', 'euc-kr', 'euc-jp', 'windows-1251', 'koi8-r']);

export interface StoredName {
  /** As DOS or UTF-8. */
  readonly name: string;
  /** Missing when the encoding is known. */
  readonly rawName: Uint8Array | undefined;
}

/** Decodes the names of an archive. All names that declare no encoding are assumed to share one. */
export function archiveNames(entries: readonly StoredName[]): string[] {
  const unknown = entries.flatMap(({ rawName }) => (rawName?.some((byte) => byte >= 0x80) ? [rawName] : []));
  const charset = detect(Buffer.concat(unknown).subarray(0, SAMPLE_BYTES))?.toLowerCase();
  if (charset === undefined || !guessed.has(charset)) return entries.map(({ name }) => name);
  const decoder = new TextDecoder(charset);
  return entries.map(({ name, rawName }) => (rawName ? decoder.decode(rawName) : name));
}
