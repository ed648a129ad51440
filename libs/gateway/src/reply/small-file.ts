import { isObject } from '@lectern/contracts/core';
import type { FastifyReply } from 'fastify';
import { isHarmless } from './harmless-type';

/** Answer of an operation with a binary reply whose bytes are in the answer itself. */
export interface SmallDownload {
  readonly base64: string;
  readonly contentType: string;
}

export function hasBytes(answer: unknown): answer is SmallDownload {
  return isObject(answer) && 'base64' in answer && 'contentType' in answer;
}

/** A type that could run scripts is saved instead of shown. */
export function sendBytes(reply: FastifyReply, { base64, contentType }: SmallDownload): unknown {
  const type = isHarmless(contentType) ? contentType : 'application/octet-stream';
  return reply
    .header('content-type', type)
    .header('content-disposition', isHarmless(contentType) ? 'inline' : 'attachment')
    .send(Buffer.from(base64, 'base64'));
}
