import { operation } from '../../core/operation';
import { storedWhenFinished } from '../stored-content';
import { failsOfProcessing } from '../failures';
import { FieldTarget, KnowledgeBoxTarget, resourcePaths } from '../params';
import { WRITE_DEADLINE_MS, writesKnowledgeBox } from '../policies';
import { CreateResourcePayload } from '../resource-payload/resource-payload.dto';
import {
  tusAnswer,
  tusAppend,
  TUS_LOCATION,
  TUS_OTHER_TYPE,
  TUS_RESUMABLE,
  tusCapabilities,
  tusHead,
} from '../tus-answer';
import {
  BodyPart,
  type FinishedUpload,
  TusAppendHeaders,
  TusCreateHeaders,
  TusCreationTarget,
  TusUploadCreated,
  TusUploadProgress,
  TusUploadTarget,
} from './tus-upload.dto';

const ofBox = '/api/v1/kb/{kbid}/tusupload';
const ofField = resourcePaths('/file/{field_id}/tusupload');
const ID = '/{upload_id}';
const atUpload = resourcePaths(`/file/{field_id}/tusupload${ID}`);

const finishedHeaders = {
  'Tus-Upload-Finished': '1 when the upload is complete',
  'KBDB-Resource': 'Path of the resource of a complete upload',
  'KBDB-Field': 'Path of the field of a complete upload',
  'KBDB-Seq': 'Number of the field in the processing queue',
};

function finishedOf(finished: FinishedUpload | undefined): Readonly<Record<string, string>> {
  if (!finished) return {};
  const { resource, field, seqid } = finished;
  return {
    'Tus-Upload-Finished': '1',
    'KBDB-Resource': resource,
    'KBDB-Field': field,
    ...(seqid !== undefined && { 'KBDB-Seq': String(seqid) }),
  };
}

/** Says which version and extensions of TUS are spoken. A preflight of a browser is answered as such instead. */
export const getTusOptions = operation({
  ...tusCapabilities,
  name: 'kb.tus.options',
  summary: 'Read what resumable uploads can do',
  http: { ...tusCapabilities.http, path: ofBox },
  params: KnowledgeBoxTarget,
  doors: [
    {
      name: 'kb.tus.upload-options',
      summary: 'Read what resumable uploads can do, at an upload',
      description: 'The same as `kb.tus.options`, at an upload.',
      http: { path: `${ofBox}${ID}` },
      params: TusUploadTarget,
    },
    {
      name: 'kb.tus.field-options',
      summary: 'Read what resumable uploads into a field can do',
      description: 'The same as `kb.tus.options`, for a field.',
      http: { path: ofField },
      params: FieldTarget,
    },
    {
      name: 'kb.tus.field-upload-options',
      summary: 'Read what resumable uploads can do, at an upload into a field',
      description: 'The same as `kb.tus.options`, at an upload into a field.',
      http: { path: atUpload },
      params: TusUploadTarget,
    },
  ],
});

const failsOfCreation = {
  ...failsOfProcessing,
  invalid_metadata: '`Upload-Metadata` cannot be read, or a value of it is not valid.',
  precondition_failed: '`Tus-Resumable` or `Upload-Length` is missing, or another upload into the field is active.',
  too_large: 'The file is larger than the limit.',
  unsupported_media_type: 'The content type is not a media type.',
};

/**
 * Begins an upload in several requests, by the TUS protocol 1.0.0. The body may describe the resource that the file
 * will be in, as `kb.resource.create` does; its title is that of the file. An empty body has any content type. An empty
 * file is complete at once. An upload that is not continued for four hours is removed.
 */
export const createTusUpload = operation({
  name: 'kb.tus.create',
  feature: 'upload',
  summary: 'Begin a resumable upload of a new resource',
  http: {
    method: 'POST',
    path: ofBox,
    host: 'zone',
    success: 201,
    reply: 'empty',
    answerHeaders: {
      Location: TUS_LOCATION,
      'Tus-Resumable': TUS_RESUMABLE,
      ...finishedHeaders,
    },
    stores: storedWhenFinished,
    respond: ({ location, finished }: TusUploadCreated) =>
      tusAnswer({ Location: location, ...finishedOf(finished) }, ['Location', 'Tus-Resumable']),
  },
  policy: writesKnowledgeBox,
  params: TusCreationTarget,
  headers: TusCreateHeaders,
  body: CreateResourcePayload,
  answer: TusUploadCreated,
  fails: {
    ...failsOfCreation,
    conflict: 'The knowledge box has a file with the same MD5, or an empty file cannot be stored under this slug.',
    invalid_request: 'The request is not valid, or it hides the resource in a box without hidden resources.',
  },
  deadlineMs: WRITE_DEADLINE_MS,
  doors: [
    {
      name: 'kb.tus.create-field',
      summary: 'Begin a resumable upload into a field',
      description:
        'Begins an upload in several requests into a file field, by the TUS protocol 1.0.0. One upload into a field ' +
        'is active at a time. When it is complete, a field of this id is replaced. A body is ignored.',
      http: { path: ofField },
      ignoresBody: true,
      fails: failsOfCreation,
    },
  ],
});

/** Returns how many bytes of an upload were received, so that the client can continue after them. */
export const headTusUpload = operation({
  ...tusHead,
  name: 'kb.tus.head',
  summary: 'Read how far a resumable upload is',
  http: { ...tusHead.http, path: `${ofBox}${ID}` },
  policy: writesKnowledgeBox,
  params: TusUploadTarget,
  doors: [
    {
      name: 'kb.tus.head-field',
      summary: 'Read how far a resumable upload into a field is',
      description: 'The same as `kb.tus.head`, of an upload into a field.',
      http: { path: atUpload },
    },
  ],
});

/**
 * Adds the bytes of the body to an upload. Bytes received before the connection breaks count: `kb.tus.head` says how
 * many they are. With the last byte the resource is created and processed, as `kb.upload.create` does. Clients that
 * cannot send PATCH send POST with `X-HTTP-Method-Override: PATCH`.
 */
export const appendTusUpload = operation({
  ...tusAppend,
  name: 'kb.tus.append',
  feature: 'upload',
  summary: 'Continue a resumable upload',
  policy: writesKnowledgeBox,
  headers: TusAppendHeaders,
  body: BodyPart,
  answer: TusUploadProgress,
  params: TusUploadTarget,
  http: {
    ...tusAppend.http,
    path: `${ofBox}${ID}`,
    reply: 'empty',
    answerHeaders: { ...tusAppend.http.answerHeaders, ...finishedHeaders },
    stores: storedWhenFinished,
    respond: ({ offset, finished }: TusUploadProgress) =>
      tusAnswer({ 'Upload-Offset': String(offset), ...finishedOf(finished) }, [
        'Upload-Offset',
        'Tus-Resumable',
        'Tus-Upload-Finished',
      ]),
  },
  fails: {
    ...failsOfProcessing,
    not_found:
      'The upload does not exist, was begun at another path or has expired, or the resource of its field is gone.',
    conflict:
      '`Upload-Offset` is not how many bytes were received; or, with the last byte, the knowledge box has the same ' +
      'file or the slug already.',
    precondition_failed:
      '`Upload-Offset` or `Content-Length` is missing, `Upload-Length` contradicts an earlier one, or the upload has ' +
      'too many parts.',
    too_large: 'The file is larger than the limit, or the bytes end beyond `Upload-Length`: none of them is stored.',
    unsupported_media_type: TUS_OTHER_TYPE,
    invalid_request: 'The request is not valid, or the bytes have another MD5 than the metadata says.',
  },
  doors: [
    {
      name: 'kb.tus.append-field',
      summary: 'Continue a resumable upload into a field',
      description:
        'The same as `kb.tus.append`, for an upload into a field, which is put as `kb.upload.put-field` does.',
      http: { path: atUpload },
    },
  ],
});
