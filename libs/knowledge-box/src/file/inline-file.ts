import { AppError } from '@lectern/contracts/core';
import type { FileFieldPayload } from '@lectern/contracts/knowledge-box';
import type { BlobStore } from '@lectern/blob-store';
import { hash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FileDescription } from '@lectern/resource-store';
import { isMediaType } from '@lectern/intake';

const INLINE_BYTES_MAX = 64 * 1024 * 1024;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The location of a file's bytes: the given address, or the blob store after writing inline bytes. */
export async function storeFile(kbid: string, { file }: FileFieldPayload, blobs: BlobStore): Promise<FileDescription> {
  const contentType = file.content_type;
  if (!isMediaType(contentType)) throw new AppError('invalid_request', `Unsupported content type: ${contentType}`);
  if (file.uri) {
    const filename = file.filename ?? '';
    return { uri: file.uri, sizeBytes: 0, contentType, filename, md5: file.md5 ?? '', blobKey: null };
  }
  if (!file.filename) throw new AppError('invalid_request', "'filename' field is required");
  if (file.payload === undefined || file.payload === null) {
    throw new AppError('invalid_request', "'payload' field is required");
  }
  const stored = await storeBytes(kbid, { payload: file.payload, md5: file.md5 }, blobs);
  return { uri: '', contentType, filename: file.filename, ...stored };
}

/** Inline bytes and their declared properties. */
interface InlineBytes {
  /** Base64. */
  readonly payload: string;
  readonly md5?: string | null;
}

/** @throws AppError `invalid_request` when they cannot be decoded or their MD5 differs, `too_large` */
export async function storeBytes(
  kbid: string,
  { payload, md5: expected }: InlineBytes,
  blobs: BlobStore,
): Promise<{ readonly sizeBytes: number; readonly md5: string; readonly blobKey: string }> {
  const compact = payload.replace(/\s+/g, '');
  if (compact.length % 4 !== 0 || !BASE64.test(compact)) {
    throw new AppError('invalid_request', 'MD5 could not be computed');
  }
  const blobKey = `kb/${kbid}/file/${randomUUID()}`;
  const content = Readable.from([Buffer.from(compact, 'base64')]);
  const { sizeBytes, md5 } = await blobs.write(blobKey, content, { sizeBytesMax: INLINE_BYTES_MAX });
  if (expected && ![md5, ...md5OfText(payload, compact)].includes(expected.toLowerCase())) {
    await blobs.delete(blobKey);
    throw new AppError('invalid_request', `The md5 of the payload is ${md5}, not ${expected}`);
  }
  return { sizeBytes, md5, blobKey };
}

/** Some clients compute the MD5 of the base64 text that they send. */
function md5OfText(payload: string, compact: string): readonly string[] {
  return [...new Set([payload, compact])].map((text) => hash('md5', text));
}

/** Identifies a file field, and says whether its bytes are deleted after processing. */
export interface FileTarget {
  readonly kbid: string;
  readonly rid: string;
  readonly fieldId: string;
  readonly skipStore?: boolean;
}

/** The download path of a stored file below the interface's root; empty if it cannot be downloaded. */
export function downloadUri({ kbid, rid, fieldId, skipStore = false }: FileTarget): string {
  if (skipStore) return '';
  return `/kb/${kbid}/resource/${rid}/file/${fieldId}/download/field`;
}
