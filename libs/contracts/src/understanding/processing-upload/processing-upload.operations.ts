import { operation } from '../../core/operation';
import { WRITE_DEADLINE_MS } from '../../knowledge-box/policies';
import {
  tusAppend,
  tusAnswer,
  tusCapabilities,
  tusHead,
  TUS_FINISH_DEADLINE_MS,
  TUS_LOCATION,
  TUS_OTHER_TYPE,
} from '../../knowledge-box/tus-answer';
import { BodyPart } from '../../knowledge-box/tus-upload/tus-upload.dto';
import { failsOfFiles } from '../processing-file/processing-file.operations';
import { processesForAccount } from '../processing-interface';
import {
  ProcessingAppendHeaders,
  ProcessingTusHeaders,
  ProcessingUploadCreated,
  ProcessingUploadProgress,
  ProcessingUploadTarget,
} from './processing-upload.dto';

const PATH = '/api/v1/processing/tusupload';
const AT_UPLOAD = `${PATH}/{upload_id}`;
const FILE_TOKEN = 'Names the file in a push; on the complete upload';

const ended = (token: string | undefined): Readonly<Record<string, string>> =>
  token === undefined ? {} : { 'Tus-Upload-Finished': '1', 'X-SVC-File-Token': token };

/** Says which version and extensions of TUS are spoken. A preflight of a browser is answered as such instead. */
export const getProcessingTusOptions = operation({
  ...tusCapabilities,
  name: 'understanding.processing.tus-options',
  summary: 'Read what resumable uploads to be pushed can do',
  http: { ...tusCapabilities.http, path: PATH },
  doors: [
    {
      name: 'understanding.processing.tus-upload-options',
      summary: 'Read what resumable uploads to be pushed can do, at an upload',
      description: 'The same as `understanding.processing.tus-options`, at an upload.',
      http: { path: AT_UPLOAD },
      params: ProcessingUploadTarget,
    },
  ],
});

/**
 * Begins an upload in several requests, by the TUS protocol 1.0.0. An empty file is complete at once. An upload
 * that is not continued for four hours is removed.
 */
export const createProcessingTusUpload = operation({
  name: 'understanding.processing.tus-create',
  feature: 'upload',
  summary: 'Begin a resumable upload of a file to be pushed',
  policy: processesForAccount,
  headers: ProcessingTusHeaders,
  answer: ProcessingUploadCreated,
  http: {
    method: 'POST',
    path: PATH,
    host: 'zone',
    success: 201,
    reply: 'empty',
    answerHeaders: {
      Location: TUS_LOCATION,
      'Tus-Resumable': 'Version of the protocol',
      'Tus-Upload-Finished': '1 when the upload is complete',
      'X-SVC-File-Token': FILE_TOKEN,
    },
    respond: ({ location, token }: ProcessingUploadCreated) =>
      tusAnswer({ Location: location, ...ended(token) }, ['Location', 'Tus-Resumable']),
  },
  fails: {
    ...failsOfFiles,
    invalid_metadata: '`Upload-Metadata` cannot be read, or a value of it is not valid.',
    precondition_failed: '`Tus-Resumable` or `Upload-Length` is missing.',
    rate_limited: 'The account has 10,000 unfinished uploads.',
  },
  deadlineMs: WRITE_DEADLINE_MS,
});

/** Returns how many bytes of an upload were received, so that the client can continue after them. */
export const headProcessingTusUpload = operation({
  ...tusHead,
  name: 'understanding.processing.tus-head',
  summary: 'Read how far a resumable upload to be pushed is',
  policy: processesForAccount,
  http: { ...tusHead.http, path: AT_UPLOAD },
  params: ProcessingUploadTarget,
});

/**
 * Adds the bytes of the body to an upload. Bytes received before the connection breaks count:
 * `understanding.processing.tus-head` says how many they are. With the last byte the answer is the file token, which a
 * push names. Clients that cannot send PATCH send POST with `X-HTTP-Method-Override: PATCH`.
 */
export const appendProcessingTusUpload = operation({
  ...tusAppend,
  name: 'understanding.processing.tus-append',
  feature: 'upload',
  summary: 'Continue a resumable upload to be pushed',
  policy: processesForAccount,
  http: {
    ...tusAppend.http,
    path: AT_UPLOAD,
    reply: 'text',
    answerHeaders: {
      ...tusAppend.http.answerHeaders,
      'Tus-Upload-Finished': '1 when the upload is complete',
      'X-SVC-File-Token': FILE_TOKEN,
    },
    respond: ({ offset, token }: ProcessingUploadProgress) => ({
      ...tusAnswer({ 'Upload-Offset': String(offset), ...ended(token) }, [
        'Upload-Offset',
        'Tus-Resumable',
        'Tus-Upload-Finished',
        'X-SVC-File-Token',
      ]),
      body: token ?? '',
    }),
  },
  params: ProcessingUploadTarget,
  headers: ProcessingAppendHeaders,
  body: BodyPart,
  answer: ProcessingUploadProgress,
  fails: {
    ...failsOfFiles,
    not_found: 'The upload does not exist or has expired.',
    conflict: '`Upload-Offset` is not how many bytes were received.',
    unsupported_media_type: TUS_OTHER_TYPE,
    too_large: 'The file is larger than the limit, or the bytes end beyond `Upload-Length`: none of them is stored.',
    precondition_failed:
      '`Upload-Offset` or `Content-Length` is missing, `Upload-Length` contradicts an earlier one, or the upload has ' +
      'too many parts.',
  },
  deadlineMs: TUS_FINISH_DEADLINE_MS,
});
