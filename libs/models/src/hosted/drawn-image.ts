import { AppError } from '@lectern/contracts/core';
import type { ChatPart } from './chat-model';

/** Of one answer. */
export const IMAGES_MAX = 16;
const BYTES_MAX = 20_000_000;
const BASE64_CHARS_MAX = Math.ceil(BYTES_MAX / 3) * 4;

type FilePart = Extract<ChatPart, { type: 'file' }>;

/**
 * An image that a model drew.
 *
 * @throws AppError `provider_failed` when it is no image, is over 20 MB, or lies elsewhere: nothing is fetched
 */
export function drawnImage({ mediaType, data }: FilePart): { readonly contentType: string; readonly base64: string } {
  if (!/^image\/[\w.+-]{1,60}$/.test(mediaType))
    throw new AppError('provider_failed', 'The model provider sent a file that is no image');
  if (data.type !== 'data')
    throw new AppError('provider_failed', 'The model provider sent the address of an image instead of the image');
  const base64 = typeof data.data === 'string' ? data.data : Buffer.from(data.data).toString('base64');
  if (base64.length > BASE64_CHARS_MAX)
    throw new AppError('provider_failed', 'The model provider sent an image of more than 20 MB');
  return { contentType: mediaType, base64 };
}
