import { AppError } from '@lectern/contracts';
import type { Recognizer } from '@lectern/models';
import type { ExtractedDocument } from './document';
import { DocumentBuilder } from './document-builder';
import { ExtractError, reasonOf } from './extract-error';

export const IMAGE_BYTES_MAX = 50 * 1024 * 1024;

/** Pictures that a recogniser may be asked about. */
export function isImage(mediaType: string): boolean {
  return /^image\/(png|jpe?g|webp|tiff?|gif|bmp|x-ms-bmp|jp2|x-portable-\w+)$/.test(mediaType);
}

interface Options {
  readonly languages: readonly string[];
  readonly charsMax: number;
  readonly signal?: AbortSignal;
}

/**
 * The text that can be seen in a picture. Where nothing here can read pictures the field gets a warning and no error:
 * the picture is stored and can be shown, and nothing is wrong with it.
 *
 * @throws ExtractError; AppError `rate_limited`, `cancelled`, `unavailable` when it is to be tried again
 */
export async function extractImage(
  image: { readonly bytes: Uint8Array; readonly mediaType: string },
  recognizer: Recognizer | undefined,
  { languages, charsMax, signal }: Options,
): Promise<ExtractedDocument> {
  const { available, reason = 'no text recognition is set up' } = (await recognizer?.available()) ?? {
    available: false,
  };
  if (!recognizer || !available) throw new ExtractError(`The text in this picture was not read: ${reason}`, 'WARNING');
  if (image.bytes.length > IMAGE_BYTES_MAX)
    throw new ExtractError(`The picture is larger than ${IMAGE_BYTES_MAX / 1_048_576} MiB, which is the limit`);
  const text = await recognize(image.bytes, recognizer, { languages, signal });
  const document = new DocumentBuilder(charsMax);
  document.startPage();
  for (const block of text.split(/\n\s*\n/)) document.verbatim('ocr', block.trim());
  return document.build(image.mediaType);
}

async function recognize(
  bytes: Uint8Array,
  recognizer: Recognizer,
  options: Omit<Options, 'charsMax'>,
): Promise<string> {
  try {
    return await recognizer.recognize(bytes, options);
  } catch (error) {
    const lasting =
      error instanceof AppError && ['unsupported_media_type', 'deadline_exceeded', 'too_large'].includes(error.code);
    if (error instanceof AppError && !lasting) throw error;
    throw new ExtractError(`The picture cannot be read: ${reasonOf(error)}`, 'ERROR', { cause: error });
  }
}
