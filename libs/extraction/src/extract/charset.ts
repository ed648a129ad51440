import { detect } from 'chardet';

export interface DecodedText {
  readonly text: string;
  /** Name as in the WHATWG encoding standard. */
  readonly charset: string;
  /** Some bytes meant nothing and became U+FFFD. */
  readonly damaged: boolean;
}

const SAMPLE_BYTES = 64 * 1024;

/**
 * Bytes to text. A byte order mark wins, then strict UTF-8, then what was declared, then what the bytes look like.
 *
 * @param declared from a Content-Type header or from the document itself; may be wrong or unknown
 */
export function decodeText(bytes: Uint8Array, declared?: string): DecodedText {
  const marked = byteOrderMark(bytes) ?? unmarkedUtf16(bytes);
  if (marked) return decodeAs(bytes, marked);
  const named = knownCharset(declared);
  // Escape sequences make it plain ASCII to a UTF-8 decoder.
  if (named === 'iso-2022-jp') return decodeAs(bytes, named);
  const strict = strictUtf8(bytes);
  if (strict !== undefined) return { text: strict, charset: 'utf-8', damaged: false };
  const lossy = decodeAs(bytes, 'utf-8');
  if (isMostlyUtf8(lossy.text)) return lossy;
  return decodeAs(bytes, named && named !== 'utf-8' ? named : guess(bytes));
}

function decodeAs(bytes: Uint8Array, charset: string): DecodedText {
  const text = new TextDecoder(charset).decode(bytes);
  return { text, charset, damaged: text.includes('\ufffd') };
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** Western text in UTF-16 has a zero in every other byte. */
function unmarkedUtf16(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, Math.min(bytes.length, 2048) & ~1);
  if (sample.length < 4) return undefined;
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros.map((count) => count / (sample.length / 2));
  if (odd > 0.4 && even < 0.05) return 'utf-16le';
  return even > 0.4 && odd < 0.05 ? 'utf-16be' : undefined;
}

function strictUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A damaged or truncated UTF-8 text has many sound characters beyond ASCII for each that is not. */
function isMostlyUtf8(lossy: string): boolean {
  let sound = 0;
  let broken = 0;
  for (let at = 0; at < lossy.length; at += 1) {
    const unit = lossy.charCodeAt(at);
    if (unit === 0xfffd) broken += 1;
    else if (unit > 0x7f) sound += 1;
  }
  return broken === 0 || sound > broken * 3;
}

function guess(bytes: Uint8Array): string {
  return knownCharset(detect(bytes.subarray(0, SAMPLE_BYTES)) ?? undefined) ?? 'windows-1252';
}

function knownCharset(name: string | undefined): string | undefined {
  try {
    return name === undefined ? undefined : new TextDecoder(name.trim()).encoding;
  } catch {
    return undefined;
  }
}
