import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import { AppError } from '@lectern/contracts/core';
import { type BodyLimits, readBytes } from './read-bytes';

/** Forms have a few short texts. */
const FORM_SIZE_BYTES_MAX = 1024 ** 2;
const FORM_FIELDS_MAX = 1_000;
const FORM = 'application/x-www-form-urlencoded';

export function isForm({ headers }: IncomingMessage): boolean {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  return type.trim().toLowerCase() === FORM;
}

/**
 * A form as an object of texts; a repeated field is a list.
 *
 * @returns undefined for an empty body
 * @throws AppError `too_large`, and as `readBytes`
 */
export async function readForm(
  request: IncomingMessage,
  limits: BodyLimits,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const sizeBytesMax = Math.min(limits.sizeBytesMax, FORM_SIZE_BYTES_MAX);
  const bytes = await readBytes(request, { ...limits, sizeBytesMax });
  if (bytes.length === 0) return undefined;
  const fields = parse(bytes.toString('utf8'), '&', '=', { maxKeys: FORM_FIELDS_MAX + 1 });
  const count = Object.values(fields).flat().length;
  if (count > FORM_FIELDS_MAX) throw new AppError('too_large', `The form has more than ${FORM_FIELDS_MAX} fields`);
  return { ...fields };
}

/** @throws AppError `unsupported_media_type`, and as `readForm` */
export async function requireForm(request: IncomingMessage, limits: BodyLimits): Promise<Record<string, unknown>> {
  if (!isForm(request)) throw new AppError('unsupported_media_type', `The body must be a form: ${FORM}`);
  return { ...(await readForm(request, limits)) };
}
