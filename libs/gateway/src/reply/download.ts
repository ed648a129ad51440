import type { Readable } from 'node:stream';
import type { BlobStore, ByteRange } from '@lectern/blob-store';
import { AppError } from '@lectern/contracts/core';
import { downloadName } from './download-name';
import { isHarmless } from './harmless-type';
import { NOT_CACHED } from './not-cached';
import { readRange } from './range';

/** Answer of an operation with a binary reply: bytes in the blob store, and how to show them. */
export interface Downloadable {
  readonly key: string;
  readonly sizeBytes?: number;
  readonly contentType?: string;
  readonly filename?: string;
  readonly inline?: boolean;
  /** The file is deleted once a request has received all of it: the message for later requests. */
  readonly once?: string;
}

export interface DownloadAnswer {
  /** A 307 sends the client to the object store. */
  readonly status: 200 | 206 | 307;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Readable | undefined;
}

/** Characters that a header may have; uploaders can declare any media type. */
const HEADER_TEXT = /^[\x21-\x7e][\x20-\x7e]*$/;

/** Headers of a request for a download. */
export interface DownloadRequest {
  /** The header of that name. */
  readonly range: string | undefined;
  /** Whether the bytes are left out. */
  readonly headOnly: boolean;
  /** Whether the client may be sent to the object store; false for pages, whose policy names no other origin. */
  readonly mayRedirect: boolean;
}

/** @throws AppError `not_found`, `range_not_satisfiable` */
export async function downloadAnswer(
  blob: Downloadable,
  blobs: BlobStore,
  { range, headOnly, mayRedirect }: DownloadRequest,
): Promise<DownloadAnswer> {
  const sizeBytes = blob.sizeBytes ?? (await blobs.stat(blob.key)).sizeBytes;
  const wanted = readRange(range, sizeBytes);
  const headers = headersOf(blob, sizeBytes, wanted);
  const redirects = mayRedirect && !headOnly && blob.once === undefined;
  const location = redirects ? await linkTo(blob.key, headers, blobs) : undefined;
  if (location) return { status: 307, headers: { location, 'cache-control': NOT_CACHED }, content: undefined };
  const content = headOnly ? undefined : await contentOf(blob, blobs, wanted);
  return { status: wanted ? 206 : 200, headers, content };
}

async function contentOf({ key, once }: Downloadable, blobs: BlobStore, wanted?: ByteRange): Promise<Readable> {
  try {
    return await blobs.read(key, wanted);
  } catch (error) {
    const isGone = once !== undefined && error instanceof AppError && error.code === 'not_found';
    throw isGone ? new AppError('not_found', once, {}, { cause: error }) : error;
  }
}

/** Content that only our own headers make harmless is served here. */
async function linkTo(
  key: string,
  headers: Readonly<Record<string, string>>,
  blobs: BlobStore,
): Promise<string | undefined> {
  if (headers['content-security-policy'] !== undefined) return undefined;
  const { 'content-type': contentType = '', 'content-disposition': disposition = '' } = headers;
  return blobs.link(key, { contentType, disposition });
}

/** Runs nothing and loads nothing: what a page asked others for would tell them its address, with a token in it. */
const sandboxed = {
  'content-security-policy': "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'",
  'referrer-policy': 'no-referrer',
};

function headersOf(
  { contentType = 'application/octet-stream', filename = 'file', inline = false }: Downloadable,
  sizeBytes: number,
  range: ByteRange | undefined,
): Readonly<Record<string, string>> {
  const type = HEADER_TEXT.test(contentType) ? contentType : 'application/octet-stream';
  return {
    'content-type': type,
    'accept-ranges': 'bytes',
    'content-length': String(range ? range.end - range.start + 1 : sizeBytes),
    'content-disposition': inline ? 'inline' : `attachment; filename="${downloadName(filename)}"`,
    ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${sizeBytes}` }),
    ...(inline && !isHarmless(type) && sandboxed),
  };
}
