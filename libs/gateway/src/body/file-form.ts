import type { IncomingMessage } from 'node:http';
import { AppError, invalidRequest } from '@lectern/contracts/core';
import { type BodyLimits, readBytes } from './read-bytes';

/** Name of the part that is the file. */
export const FILE_PART = 'file';
/** Parts of a form, the file included. */
const PARTS_MAX = 20;
const TYPE = /^multipart\/form-data\b/i;
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^;\s"]{1,70}))/i;

/** A form with a file, as it was sent. */
export interface FileForm {
  /** Undefined where the form has no such part. */
  readonly file: Buffer | undefined;
  /** Other parts by name; a repeated one is a list. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * A form of `multipart/form-data` with texts and one file, `file`.
 *
 * @throws AppError `unsupported_media_type`, `invalid_request` for what is no such form, and as `readBytes`
 */
export async function readFileForm(request: IncomingMessage, limits: BodyLimits): Promise<FileForm> {
  const type = request.headers['content-type'] ?? '';
  if (!TYPE.test(type.trim()))
    throw new AppError('unsupported_media_type', 'The body must be a form: multipart/form-data');
  const bytes = await readBytes(request, limits);
  const [, quoted, plain] = BOUNDARY.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw badFileForm('its boundary is missing');
  if (hasTooManyParts(bytes, boundary)) throw badFileForm(`it has more than ${PARTS_MAX} parts`);
  // The parser of the platform, which reads a whole form; its size and its parts are bounded.
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
    .formData()
    .catch((cause: unknown) => {
      throw badFileForm('it is malformed', cause);
    });
  const files = form.getAll(FILE_PART);
  const [file] = files;
  if (files.length > 1) throw badFileForm('it has several files');
  if (typeof file === 'string') throw badFileForm(`the part ${FILE_PART} is not a file`);
  const names = [...new Set(form.keys())].filter((name) => name !== FILE_PART);
  const fields = names.map((name) => [name, fieldOf(form, name)]);
  return { file: file && Buffer.from(await file.arrayBuffer()), fields: Object.fromEntries(fields) };
}

function fieldOf(form: FormData, name: string): unknown {
  const values = form.getAll(name);
  if (values.some((value) => typeof value !== 'string')) throw badFileForm(`the part ${name.slice(0, 100)} is a file`);
  return values.length === 1 ? values[0] : values;
}

function hasTooManyParts(bytes: Buffer, boundary: string): boolean {
  const delimiter = Buffer.from(`--${boundary}`);
  // Parts, and the end.
  let left = PARTS_MAX + 1;
  for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    left -= 1;
    if (left < 0) return true;
  }
  return false;
}

function badFileForm(problem: string, cause?: unknown): AppError {
  const msg = `Value error, the form cannot be read: ${problem}`;
  const refusal = invalidRequest([{ type: 'value_error', loc: ['body'], msg }]);
  return cause === undefined ? refusal : new AppError(refusal.code, refusal.message, refusal.details, { cause });
}
