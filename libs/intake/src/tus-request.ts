import { AppError } from '@lectern/contracts/core';
import type { TusAppendHeaders, TusCreateHeaders } from '@lectern/contracts/knowledge-box';

const DIGITS = /^\d{1,15}$/;
/** Type of a body that is a part of an upload, by the protocol. */
const PART_TYPE = 'application/offset+octet-stream';

/**
 * Size of the file that an upload is created for; null when a later request says it.
 *
 * @throws AppError `precondition_failed`
 */
export function announcedLength(headers: TusCreateHeaders): number | null {
  if (headers['tus-resumable'] === undefined) throw failed('TUS needs a TUS version');
  if (headers['upload-length'] !== undefined) return headerNumber('upload-length', headers['upload-length']);
  if (headers['upload-defer-length'] === '1') return null;
  throw failed('upload-length header is required');
}

/** Whether the request has a body, which then is the payload, and its content type not that of the file. */
export function hasBody(headers: TusCreateHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Headers of a request to continue an upload. */
export interface Append {
  /** Bytes of the upload before the body. */
  readonly offset: number;
  /** Bytes of the body. */
  readonly sizeBytes: number;
  /** Bytes of the upload in all, where it says so. */
  readonly length?: number;
  /** Media type of the body, where it says so. */
  readonly type?: string;
}

/** @throws AppError `precondition_failed` */
export function readAppend(headers: TusAppendHeaders): Append {
  const { 'upload-offset': offset, 'content-length': sizeBytes, 'upload-length': length } = headers;
  if (offset === undefined) throw failed('No upload-offset header');
  if (sizeBytes === undefined) throw failed('content-length header is required');
  return {
    offset: headerNumber('upload-offset', offset),
    sizeBytes: headerNumber('content-length', sizeBytes),
    ...(length !== undefined && { length: headerNumber('upload-length', length) }),
    type: headers['content-type'],
  };
}

/**
 * Some clients send each part with the media type that they created the upload with, or without any.
 *
 * @param declared that media type; null where creation named none, undefined where that is not known
 * @throws AppError `unsupported_media_type`
 */
export function checkPartType({ type }: Append, declared: string | null | undefined): void {
  const sent = essenceOf(type);
  if (sent === '' || sent === PART_TYPE || declared === undefined || sent === essenceOf(declared)) return;
  const message = `Unsupported content type: ${sent}. Bytes of an upload are sent as ${PART_TYPE}`;
  throw new AppError('unsupported_media_type', message);
}

/** A media type without its parameters. */
function essenceOf(type: string | null | undefined): string {
  return type?.split(';')[0]?.trim().toLowerCase() ?? '';
}

/** How far an upload is. */
export interface Received {
  readonly offset: number;
  readonly length: number | null;
  readonly finished: boolean;
}

/**
 * The length of an upload after a request that continues it.
 *
 * @throws AppError `conflict` when the request begins elsewhere than the upload ends, `precondition_failed` when it
 * contradicts the declared length, `too_large` when its body ends beyond the length
 */
export function lengthAfter(received: Received, request: Append): number | null {
  checkOffset(received, request.offset);
  // Clients that send chunks of a fixed size end with an empty one.
  if (received.finished && request.sizeBytes > 0) throw new AppError('conflict', 'The upload is complete');
  const length = declaredLength(received, request);
  checkEnd(length, request.offset + request.sizeBytes);
  return length;
}

function declaredLength(received: Received, { length }: Append): number | null {
  if (length === undefined || length === received.length) return received.length;
  if (received.length !== null) throw failed(`upload-length was ${received.length} before`);
  if (length < received.offset) throw failed(`upload-length is less than the ${received.offset} bytes received`);
  return length;
}

/** @throws AppError `too_large` when bytes end beyond the length of their upload */
export function checkEnd(length: number | null, end: number): void {
  if (length === null || end <= length) return;
  const message = `The bytes end at ${end}, beyond the upload-length ${length}: send those up to it, from the same offset`;
  throw new AppError('too_large', message);
}

/** @throws AppError `conflict` */
export function checkOffset(received: Pick<Received, 'offset'>, offset: number): void {
  if (received.offset === offset) return;
  const message = `Current upload offset(${offset}) does not match object offset ${received.offset}`;
  throw new AppError('conflict', message);
}

/** Whether an upload is complete at the end of a request. */
export function isComplete(length: number | null, offset: number): boolean {
  return length !== null && offset >= length;
}

function headerNumber(name: string, text: string): number {
  if (!DIGITS.test(text)) throw failed(`${name} header is not a number of bytes: ${text}`);
  return Number(text);
}

function failed(message: string): AppError {
  return new AppError('precondition_failed', message);
}
