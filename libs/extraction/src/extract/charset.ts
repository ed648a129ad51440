import { costIn, guessCharset } from './charsets/charset-guess';

export interface DecodedText {
  readonly text: string;
  /** Name as in the WHATWG encoding standard. */
  readonly charset: string;
  /** Some bytes meant nothing and became U+FFFD. */
  readonly damaged: boolean;
  /** Nothing names the character set, and the bytes read nearly as well in another one. */
  readonly unsure?: boolean;
  /** The character set that was declared, where the text makes sense in `charset` only. */
  readonly instead?: string;
}

/** Readings closer to each other than this many nats are hardly told apart. */
const SURE_NATS = 3;
/** The declared character set wins unless another one is better by this many nats, and by this share of the cost. */
const [TRUST_NATS, TRUST_SHARE] = [12, 0.4];
/** Escape sequences of ISO-2022-JP for its Japanese sets. */
const JAPANESE_ESCAPE = [0x1b, 0x24];
/** Says nothing of bytes beyond ASCII; programs write it by default. */
const ASCII_NAME = /^\s*(us-)?ascii\s*$|^\s*ansi_x3\.4-19(68|86)\s*$|^\s*iso646-us\s*$/i;

/**
 * Bytes to text. A byte order mark wins, then strict UTF-8, then the declared character set unless the text makes no
 * sense in it, then the one that the bytes suggest.
 *
 * @param declared from a Content-Type header or from the document itself; may be wrong or unknown
 */
export function decodeText(bytes: Uint8Array, declared?: string): DecodedText {
  const marked = byteOrderMark(bytes) ?? unmarkedUtf16(bytes);
  if (marked) return decodeAs(bytes, marked);
  const named = declaredCharset(declared);
  const strict = strictUtf8(bytes);
  if (strict !== undefined) return asUtf8(bytes, strict, named);
  const lossy = decodeAs(bytes, 'utf-8');
  if (isMostlyUtf8(lossy.text)) return lossy;
  return named ? decodeDeclared(bytes, named) : guessed(bytes);
}

/** Bytes that are UTF-8 by chance exist in sets of East Asia; escape sequences make a set plain ASCII. */
function asUtf8(bytes: Uint8Array, text: string, named: string | undefined): DecodedText {
  const isAscii = text.length === bytes.length;
  if (isAscii && (named === 'iso-2022-jp' || (named === undefined && hasJapaneseEscape(bytes))))
    return decodeAs(bytes, 'iso-2022-jp');
  if (!isAscii && named && multibyte.test(named) && costIn(named, bytes) < costIn('utf-8', bytes) - TRUST_NATS)
    return decodeAs(bytes, named);
  return { text, charset: 'utf-8', damaged: false };
}

function decodeDeclared(bytes: Uint8Array, named: string): DecodedText {
  const decoded = decodeAs(bytes, named);
  const [guess, cost] = [guessCharset(bytes), costIn(named, bytes)];
  if (cost - guess.cost < Math.max(TRUST_NATS, cost * TRUST_SHARE)) return decoded;
  return { ...decodeAs(bytes, guess.charset), instead: named };
}

function guessed(bytes: Uint8Array): DecodedText {
  const { charset, margin } = guessCharset(bytes);
  return { ...decodeAs(bytes, charset), ...(margin < SURE_NATS && { unsure: true }) };
}

const multibyte = /^(gb|big5|euc|shift)/;

function hasJapaneseEscape(bytes: Uint8Array): boolean {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(Buffer.from(JAPANESE_ESCAPE));
  return at >= 0 && (bytes[at + 2] === 0x42 || bytes[at + 2] === 0x40);
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

function declaredCharset(name: string | undefined): string | undefined {
  try {
    return name === undefined || ASCII_NAME.test(name) ? undefined : new TextDecoder(name.trim()).encoding;
  } catch {
    return undefined;
  }
}
