import { AppError } from '@lectern/contracts/core';
import {
  FILENAME_CHARS_MAX,
  LANGUAGE_TAG,
  MD5_HEX,
  MEDIA_TYPE_CHARS_MAX,
  PASSWORD_CHARS_MAX,
  STRATEGY_ID_CHARS_MAX,
  type StrategyNames,
} from '@lectern/contracts/knowledge-box';

/** A file, from `Upload-Metadata`. */
export interface UploadMetadata {
  readonly filename?: string;
  readonly contentType?: string;
  readonly language?: string;
  readonly md5?: string;
  readonly password?: string;
  readonly strategies?: StrategyNames;
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Pairs of a key and a value in base64 of UTF-8, separated by commas; a key alone has an empty value, which says
 * nothing.
 *
 * @throws AppError `invalid_metadata`
 */
export function uploadMetadata(header: string | undefined): UploadMetadata {
  const pairs = pairsOf(header ?? '');
  const filename = checked(pairs, 'filename', (value) => [...value].length <= FILENAME_CHARS_MAX);
  const contentType = checked(pairs, 'content_type', (value) => value.length <= MEDIA_TYPE_CHARS_MAX);
  const language = checked(pairs, 'language', (value) => LANGUAGE_TAG.test(value));
  const md5 = checked(pairs, 'md5', (value) => MD5_HEX.test(value))?.toLowerCase();
  const password = checked(pairs, 'password', (value) => [...value].length <= PASSWORD_CHARS_MAX);
  const isName = (value: string) => value.length <= STRATEGY_ID_CHARS_MAX;
  const extract_strategy = checked(pairs, 'extract_strategy', isName);
  const split_strategy = checked(pairs, 'split_strategy', isName);
  return {
    ...(filename && { filename }),
    ...(contentType && { contentType }),
    ...(language && { language }),
    ...(md5 && { md5 }),
    ...(password && { password }),
    ...((extract_strategy || split_strategy) && { strategies: { extract_strategy, split_strategy } }),
  };
}

function pairsOf(header: string): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  if (header.trim() === '') return pairs;
  for (const pair of header.split(',')) {
    const [key = '', value = '', ...others] = pair.trim().split(/ +/);
    if (key === '' || others.length > 0) throw malformed(`"${pair.trim()}" is not a key and a value`);
    if (pairs.has(key)) throw malformed(`${key} is repeated`);
    pairs.set(key, decodedValue(key, value));
  }
  return pairs;
}

function decodedValue(key: string, value: string): string {
  if (!BASE64.test(value) || value.replace(/=+$/, '').length % 4 === 1) throw malformed(`${key} is not base64`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(value, 'base64'));
  } catch {
    throw malformed(`${key} is not UTF-8`);
  }
}

function checked(
  pairs: ReadonlyMap<string, string>,
  key: string,
  isValid: (value: string) => boolean,
): string | undefined {
  const value = pairs.get(key);
  if (!value) return undefined;
  if (!isValid(value)) throw malformed(`the value of ${key} is not valid`);
  return value;
}

function malformed(reason: string): AppError {
  return new AppError('invalid_metadata', `Upload-Metadata header contains errors: ${reason}`);
}
