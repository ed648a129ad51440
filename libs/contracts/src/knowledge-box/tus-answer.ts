import type { HttpAnswer } from '../core/http-binding';
import type { Policy } from '../core/operation';
import { READ_DEADLINE_MS } from './policies';
import { TusUploadState } from './tus-upload/tus-upload.dto';

/** The version of the protocol that the product speaks. */
const TUS_VERSION = '1.0.0';
/** Joining the parts of a file of several GiB takes minutes. */
export const TUS_FINISH_DEADLINE_MS = 15 * 60_000;

/** Value of the header `Tus-Resumable`. */
export const TUS_RESUMABLE = 'Version of the protocol';
/** Value of the header `Location`. */
export const TUS_LOCATION = 'Absolute address that the bytes go to';
/** When the bytes of an upload are refused for the type that their request names. */
export const TUS_OTHER_TYPE =
  'The content type is neither `application/offset+octet-stream` nor the media type that creation named for the file.';

/** @param exposed names of headers that pages may read; CORS exposes more to pages of another origin */
export function tusAnswer(headers: Readonly<Record<string, string>>, exposed: readonly string[]): HttpAnswer {
  const names = exposed.join(',');
  return { headers: { ...headers, 'Tus-Resumable': TUS_VERSION, 'Access-Control-Expose-Headers': names } };
}

const anyone: Policy = { credentials: ['none'], role: 'any', on: 'nothing' };

/** Says which version and extensions of TUS are spoken. */
export const tusCapabilities = {
  policy: anyone,
  http: {
    method: 'OPTIONS',
    host: 'zone',
    success: 204,
    reply: 'empty',
    answerHeaders: {
      'Tus-Resumable': TUS_RESUMABLE,
      'Tus-Version': 'Versions of the protocol',
      'Tus-Extension': 'Extensions of the protocol',
    },
    respond: () => ({
      headers: {
        'Tus-Resumable': TUS_VERSION,
        'Tus-Version': TUS_VERSION,
        'Tus-Extension': 'creation-defer-length',
      },
    }),
  },
  deadlineMs: READ_DEADLINE_MS,
} as const;

/** Says how far an upload is. */
export const tusHead = {
  answer: TusUploadState,
  http: {
    method: 'HEAD',
    host: 'zone',
    success: 200,
    reply: 'empty',
    answerHeaders: {
      'Upload-Offset': 'Bytes received',
      'Upload-Length': 'Bytes in all; 0 while unknown',
      'Tus-Resumable': TUS_RESUMABLE,
    },
    respond: ({ offset, length }: TusUploadState) =>
      tusAnswer({ 'Upload-Offset': String(offset), 'Upload-Length': String(length) }, [
        'Upload-Offset',
        'Upload-Length',
        'Tus-Resumable',
      ]),
  },
  deadlineMs: READ_DEADLINE_MS,
} as const;

/** Adds bytes to an upload. */
export const tusAppend = {
  http: {
    method: 'PATCH',
    takesOverride: true,
    host: 'zone',
    success: 200,
    bodyKind: 'parts',
    answerHeaders: { 'Upload-Offset': 'Bytes received', 'Tus-Resumable': TUS_RESUMABLE },
  },
  deadlineMs: TUS_FINISH_DEADLINE_MS,
} as const;
