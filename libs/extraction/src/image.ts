import { AppError } from '@lectern/contracts/core';
import { ExtractError, foreignReason } from './extract/extract-error';
import type { PageStructure } from '@lectern/contracts/knowledge-box';
import type { RecognizedText } from './extract/reader';

export const IMAGE_BYTES_MAX = 50 * 1024 * 1024;

/** How pictures begin that a recogniser may be asked about. */
const openings: readonly (readonly [mediaType: string, pattern: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/tiff', /^(II\*\0|MM\0\*)/],
  ['image/bmp', /^BM[^]{4}\0\0\0\0/],
  ['image/jp2', /^\0\0\0\x0cjP {2}\r\n\x87\n/],
  ['image/x-portable-anymap', /^P[1-6]\s(#|\d)/],
];

/**
 * The type of a picture by its first bytes; undefined for other files. Reads nothing else, because it runs in the
 * service.
 */
export function pictureTypeOf(opening: Uint8Array): string | undefined {
  const text = Buffer.from(opening.subarray(0, 16)).toString('latin1');
  return openings.find(([, pattern]) => pattern.test(text))?.[0];
}

interface Options {
  /** ISO 639-1. */
  readonly languages: readonly string[];
  readonly signal?: AbortSignal;
}

/** Text of a picture. */
export interface Recognition {
  readonly text: string;
  /** Where the words stand: in each picture of the file. Empty where that is not known. */
  readonly pages: readonly PageStructure[];
}

/** Reads the text in pictures. */
export interface PictureReader {
  /** Whether it can be used here, and if not, why. */
  available(): Promise<{ readonly available: boolean; readonly reason?: string }>;
  /**
   * @throws AppError `unsupported_media_type`, `too_large` or `deadline_exceeded` when the picture cannot be read;
   *   another one when it is to be tried again
   */
  recognize(picture: Uint8Array, options: Options): Promise<Recognition>;
}

/**
 * The text in a picture, or the reason for its absence, such as damage.
 *
 * @throws AppError `rate_limited`, `cancelled`, `unavailable` when it is to be tried again
 */
export async function recognizedText(
  picture: Uint8Array,
  recognizer: PictureReader,
  options: Options,
): Promise<RecognizedText> {
  try {
    return await recognizer.recognize(picture, options);
  } catch (error) {
    const lasting =
      error instanceof AppError && ['unsupported_media_type', 'deadline_exceeded', 'too_large'].includes(error.code);
    if (error instanceof AppError && !lasting) throw error;
    return { reason: foreignReason(error) };
  }
}

/**
 * Where nothing here can read pictures the field gets a warning and no error: the picture is stored and can be shown,
 * and nothing is wrong with it.
 *
 * @throws ExtractError
 */
export async function refuseUnreadable(recognizer: PictureReader | undefined): Promise<PictureReader> {
  const { available, reason = 'no text recognition is set up' } = (await recognizer?.available()) ?? {
    available: false,
  };
  if (recognizer && available) return recognizer;
  throw new ExtractError(`The text in this picture was not read: ${reason}`, 'WARNING');
}
