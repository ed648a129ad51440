import { Readable } from 'node:stream';
import { AppError } from '@lectern/contracts/core';
import { type DrawnPicture, pictureNames, THUMBNAIL_NAME } from './drawing/drawn-picture';
import type { PageFetcher } from './link';

/** Of the preview picture of a page. */
const PICTURE_BYTES_MAX = 10 * 1024 * 1024;
const PICTURE_TIMEOUT_MS = 10_000;

/** Metadata of a page. */
export interface PictureOfPage {
  /** Of the picture, as it is in the page. */
  readonly image: string;
  /** Of the page. */
  readonly address: string;
}

/**
 * The bytes of the preview picture of a page; undefined where they cannot be fetched. No header or cookie of the link
 * is sent, because the picture may lie on another host.
 *
 * @throws AppError `cancelled`
 */
export async function fetchPicture(
  { image, address }: PictureOfPage,
  fetcher: PageFetcher,
  signal?: AbortSignal,
): Promise<Buffer | undefined> {
  const uri = addressOf(image, address);
  if (uri === undefined) return undefined;
  const timeout = AbortSignal.timeout(PICTURE_TIMEOUT_MS);
  const bounded = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    const { status, body } = await fetcher.fetchPage(uri, { headers: { accept: 'image/*' }, signal: bounded });
    return await pictureBytes(Readable.from(body), status === 200 ? PICTURE_BYTES_MAX : 0);
  } catch (error) {
    if (signal?.aborted) throw error instanceof AppError ? error : new AppError('cancelled', 'Cancelled');
    return undefined;
  }
}

/** A picture of a file that a link leads to, as one of the link; undefined for those that links have not. */
export function pictureOfLink(picture: DrawnPicture, readsPages = false): DrawnPicture | undefined {
  const { thumbnail, picture: large } = pictureNames.link;
  if (picture.isExtra || picture.name === thumbnail || picture.name === large) return picture;
  if (picture.name === THUMBNAIL_NAME) return { ...picture, name: thumbnail };
  return picture.page !== undefined && readsPages ? { ...picture, isExtra: true } : undefined;
}

function addressOf(image: string, base: string): string | undefined {
  if (!URL.canParse(image, base)) return undefined;
  const { protocol, href } = new URL(image, base);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}

async function pictureBytes(body: Readable, bytesMax: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      // Bodies are bytes.
      chunks.push(chunk as Uint8Array);
      bytes += chunks.at(-1)?.length ?? 0;
      if (bytes > bytesMax) return undefined;
    }
  } finally {
    body.destroy();
  }
  return Buffer.concat(chunks);
}
