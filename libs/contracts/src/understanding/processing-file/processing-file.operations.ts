import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { WRITE_DEADLINE_MS } from '../../knowledge-box/policies';
import { Download, StoredBlob } from '../../knowledge-box/upload/upload.dto';
import { processesForAccount, PROCESSING_DEADLINE_MS } from '../processing-interface';
import { FileToken, ProcessingDownloadQuery, ProcessingUploadHeaders } from './processing-file.dto';

/** When an upload of a file fails. */
export const failsOfFiles = {
  ...failsWithoutRoom,
  too_large: 'The file is larger than the limit.',
  unsupported_media_type: '`Content-Type` is not a media type.',
  invalid_request: 'The request is not valid, or the bytes have another MD5 than was said.',
};

/**
 * Stores a file to be pushed. The body is its bytes, or a form with one file. Returns a token, as text, which names the
 * file in a push; after three days without a push the file is removed.
 */
export const uploadProcessingFile = operation({
  name: 'understanding.processing.upload',
  summary: 'Upload a file to be pushed',
  feature: 'upload',
  http: {
    method: 'POST',
    path: '/api/v1/processing/upload',
    host: 'zone',
    success: 200,
    reply: 'text',
    alsoJson: true,
    bodyKind: 'upload',
    respond: ({ token, isJson = false }: FileToken) =>
      isJson ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(token) } : { body: token },
  },
  policy: processesForAccount,
  headers: ProcessingUploadHeaders,
  body: StoredBlob,
  answer: FileToken,
  fails: failsOfFiles,
  deadlineMs: WRITE_DEADLINE_MS,
});

/**
 * Returns the bytes of a file that a processed message or an event names by its token. `Range` with one range of bytes
 * is answered 206. Where the object store can be reached by clients, 307 sends them there.
 */
export const downloadProcessingFile = operation({
  name: 'understanding.processing.download',
  summary: 'Download a file of a result',
  http: {
    method: 'GET',
    path: '/api/v1/processing/download',
    host: 'zone',
    success: 200,
    reply: 'binary',
    alsoAnswers: [206, 307],
  },
  policy: processesForAccount,
  query: ProcessingDownloadQuery,
  answer: Download,
  fails: {
    not_found: 'The token is not one of the account or has expired, or the file is gone.',
    range_not_satisfiable: '`Range` cannot be read, names several ranges, or starts after the end of the file.',
  },
  deadlineMs: PROCESSING_DEADLINE_MS,
});
