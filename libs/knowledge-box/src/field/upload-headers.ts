import { AppError } from '@lectern/contracts';
import { lookup } from 'mime-types';

const MEDIA_TYPE =
  /^(application|audio|font|image|message|model|multipart|text|video|chemical|x-[a-z]+)\/[a-z0-9][a-z0-9!#$&^_.+-]*$/i;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The file name of `x-filename`: decoded where it is base64 of UTF-8, else as it is. */
export function uploadedName(header: string | undefined): string | undefined {
  if (!header) return undefined;
  if (header.length % 4 !== 0 || !BASE64.test(header)) return header;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'base64'));
  } catch {
    return header;
  }
}

/** As sent, else by the file's name. @throws AppError `unsupported_media_type` */
export function uploadedMediaType(header: string | undefined, filename: string): string {
  const sent = header?.split(';')[0]?.trim();
  if (!sent) return lookup(filename) || 'application/octet-stream';
  if (!MEDIA_TYPE.test(sent)) throw new AppError('unsupported_media_type', `Unsupported content type: ${sent}`);
  return sent.toLowerCase();
}
