import { detect } from 'chardet';

const UNICODE_NAME = 0x7075;
const SAMPLE_BYTES = 16 * 1024;
/** A short text may fit many encodings: only for these is the guess more reliable than assuming DOS's. */
const guessed = new Set(['shift_jis', 'gb18030', 'big5', 'euc-kr', 'euc-jp', 'windows-1251', 'koi8-r']);
/** Characters of the bytes from 0x80 on in names that DOS and Windows' own packer write in western countries. */
const DOS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** A name as stored in the directory of an archive. */
export interface RawName {
  readonly bytes: Uint8Array;
  /** Whether the archive declares the name as UTF-8. */
  readonly isUtf8: boolean;
  readonly extra: Uint8Array;
}

/** Decodes the names of an archive. All names that declare no encoding are assumed to share one. */
export function archiveNames(raw: readonly RawName[]): string[] {
  const unknown = raw.filter((name) => statedName(name) === undefined).map(({ bytes }) => bytes);
  const decode = unknown.length === 0 ? dosText : decoderOf(unknown);
  return raw.map((name) => statedName(name) ?? decode(name.bytes));
}

function statedName({ bytes, isUtf8, extra }: RawName): string | undefined {
  if (isUtf8) return new TextDecoder().decode(bytes);
  return unicodeName(extra) ?? strictUtf8(bytes);
}

function strictUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Info-ZIP stores a second name, preceded by a version and a checksum, beside the first one. */
function unicodeName(extra: Uint8Array): string | undefined {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength);
  for (let at = 0; at + 4 <= extra.length;) {
    const length = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === UNICODE_NAME && length > 5)
      return strictUtf8(extra.subarray(at + 9, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

function decoderOf(names: readonly Uint8Array[]): (bytes: Uint8Array) => string {
  const charset = detect(Buffer.concat(names).subarray(0, SAMPLE_BYTES))?.toLowerCase();
  if (charset === undefined || !guessed.has(charset)) return dosText;
  return (bytes) => new TextDecoder(charset).decode(bytes);
}

function dosText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : (DOS[byte - 0x80] ?? '?'))).join('');
}
