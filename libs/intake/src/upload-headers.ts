import { AppError, invalidRequest } from '@lectern/contracts/core';
import type { FileUploadHeaders, StrategyNames } from '@lectern/contracts/knowledge-box';
import { lookup } from 'mime-types';
import { randomBytes } from 'node:crypto';

const MEDIA_TYPE =
  /^(application|audio|font|image|message|model|multipart|text|video|chemical|x-[a-z]+)\/[a-z0-9][a-z0-9!#$&^_.+-]*$/i;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** The name of a character set, quoted or not. */
const CHARSET = /;\s*charset\s*=\s*"?([\w.:+-]{1,40})"?\s*(?:;|$)/i;
/** Charset, language, percent-encoded value. */
const EXTENDED = /^utf-8'[A-Za-z0-9-]*'([\x21-\x7e]+)$/i;

/**
 * The file name of `x-filename`: decoded where it is base64 of UTF-8, has the form of RFC 8187 (once RFC 5987), such
 * as `UTF-8''na%C3%AFve.txt`, or is UTF-8 itself; else as it is.
 *
 * @param header with a character for each byte, as HTTP gives it
 */
export function uploadedName(header: string | undefined): string | undefined {
  if (!header) return undefined;
  if (header.length % 4 === 0 && BASE64.test(header)) return utf8(Buffer.from(header, 'base64')) ?? header;
  const [, percentEncoded] = EXTENDED.exec(header) ?? [];
  return (percentEncoded && percentDecoded(percentEncoded)) ?? utf8(Buffer.from(header, 'latin1')) ?? header;
}

/**
 * The password of a header: decoded where it has the form of RFC 8187, such as `UTF-8''p%C3%A4ss`, or is sent as UTF-8;
 * else as it is. Only that form carries blanks at the ends, and a password that looks like it.
 *
 * @param header with a character for each byte, as HTTP gives it
 */
export function sentPassword(header: string | undefined): string | undefined {
  if (!header) return header ?? undefined;
  const [, percentEncoded] = EXTENDED.exec(header) ?? [];
  return (percentEncoded && percentDecoded(percentEncoded)) ?? utf8(Buffer.from(header, 'latin1')) ?? header;
}

/** Undefined when the bytes are no UTF-8. */
function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * As sent, else by the file's name. Of its parameters the character set stays, unless it is UTF-8: that is recognised.
 *
 * @throws AppError `unsupported_media_type`
 */
export function uploadedMediaType(header: string | undefined, filename: string): string {
  const sent = header?.split(';')[0]?.trim();
  if (!sent) return lookup(filename) || 'application/octet-stream';
  if (!isMediaType(sent)) throw new AppError('unsupported_media_type', `Unsupported content type: ${sent}`);
  const charset = CHARSET.exec(header ?? '')?.[1]?.toLowerCase();
  const isTelling = charset !== undefined && !/^(utf-?8|(us-)?ascii)$/.test(charset);
  return isTelling ? `${sent.toLowerCase()}; charset=${charset}` : sent.toLowerCase();
}

/** The type alone. */
export function mediaTypeAlone(contentType: string): string {
  return contentType.split(';', 1)[0]?.trim() ?? '';
}

/** Whether it is of a registered kind, and well formed; its parameters do not count. */
export function isMediaType(text: string): boolean {
  return MEDIA_TYPE.test(text.split(';')[0]?.trim() ?? '');
}

/** Of a file that was given none. */
export function randomName(): string {
  return randomBytes(16).toString('hex');
}

/** Whether a name may be one that `randomName` made. */
export function isRandomName(name: string): boolean {
  return /^[0-9a-f]{32}$/.test(name);
}

/** @throws AppError `invalid_request` when the bytes are not those that a header promised */
export function checkMd5({ header, md5 }: { readonly header: string; readonly md5?: string }, actual: string): void {
  if (md5 === undefined || md5.toLowerCase() === actual) return;
  const msg = `Value error, the md5 of the bytes received is ${actual}`;
  throw invalidRequest([{ type: 'value_error', loc: ['header', header], msg, input: md5 }]);
}

/** The strategies that headers name. */
export function strategiesOfHeaders(headers: FileUploadHeaders): StrategyNames {
  return { extract_strategy: headers['x-extract-strategy'], split_strategy: headers['x-split-strategy'] };
}
