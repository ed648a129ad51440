import { operation } from '../../core/operation';
import { scheduledTask } from '../../core/task';
import { failsOfProcessing } from '../failures';
import { ExtractedFileTarget, FieldTarget, KnowledgeBoxTarget, resourcePaths } from '../params';
import { readsKnowledgeBox, WRITE_DEADLINE_MS, writesKnowledgeBox } from '../policies';
import { UploadAccepted } from '../resource/resource.dto';
import { storedInNew } from '../stored-content';
import { Download, DownloadQuery, FieldUploadHeaders, StoredBlob, UploadHeaders } from './upload.dto';

const upload = {
  policy: writesKnowledgeBox,
  headers: UploadHeaders,
  body: StoredBlob,
  answer: UploadAccepted,
  fails: {
    ...failsOfProcessing,
    too_large: 'The file is larger than the limit.',
    unsupported_media_type: '`Content-Type` is not a media type.',
    invalid_request: 'The request is not valid, or the bytes have another MD5 than `x-md5` says.',
  },
  deadlineMs: WRITE_DEADLINE_MS,
};

/**
 * The body is the bytes of the file. Creates a resource whose only field is the file; its title is the name of the file
 * until processing finds a better one. Background work then extracts, splits and indexes the text. A file may have 5
 * GiB unless configured.
 */
export const uploadFile = operation({
  ...upload,
  name: 'kb.upload.create',
  feature: 'upload',
  summary: 'Upload a file as a new resource',
  http: {
    method: 'POST',
    path: '/api/v1/kb/{kbid}/upload',
    host: 'zone',
    success: 201,
    bodyKind: 'upload',
    stores: storedInNew,
  },
  params: KnowledgeBoxTarget,
  fails: { ...upload.fails, conflict: 'The knowledge box has a file with the same bytes.' },
});

const putField = {
  ...upload,
  headers: FieldUploadHeaders,
  fails: { ...upload.fails, precondition_failed: 'A resumable upload into the field is active.' },
};

/**
 * The body is the bytes of the file. A file field of this id is replaced, and its earlier file removed. Background work
 * then extracts, splits and indexes the text. A file may have 5 GiB unless configured.
 */
export const uploadFileField = operation({
  ...putField,
  name: 'kb.upload.put-field',
  feature: 'upload',
  summary: 'Upload a file into a field',
  http: {
    method: 'POST',
    path: resourcePaths('/file/{field_id}/upload'),
    host: 'zone',
    success: 201,
    bodyKind: 'upload',
    stores: storedInNew,
  },
  params: FieldTarget,
});

const binary = { method: 'GET', host: 'zone', success: 200, reply: 'binary', alsoAnswers: [206, 307] } as const;

const download = {
  policy: readsKnowledgeBox,
  query: DownloadQuery,
  answer: Download,
  fails: {
    not_found: 'The knowledge box, the resource or its stored file does not exist, or the caller may not know of it.',
    range_not_satisfiable: '`Range` cannot be read, names several ranges, or starts after the end of the file.',
  },
  deadlineMs: WRITE_DEADLINE_MS,
};

/**
 * Returns the bytes of a stored file, with the media type and name that it was uploaded with. `Range` with one range of
 * bytes is answered 206. Where the object store can be reached by clients, 307 sends them there. A file at an external
 * address has no bytes here.
 */
export const downloadFileField = operation({
  ...download,
  name: 'kb.download.field',
  summary: 'Download the file of a field',
  http: { ...binary, path: resourcePaths('/file/{field_id}/download/field') },
  params: FieldTarget,
});

/**
 * Returns the bytes of an artefact of processing of a file or link field. `file_thumbnail` is the preview of the file:
 * a picture of at most 1 MiB that browsers show (PNG, JPEG, GIF, WebP) is its own preview, larger ones are scaled, PDFs
 * have a small picture of their first page, office files the preview inside the file, other files none.
 * `file_preview` is what browsers show of it: a PDF and a small picture as they are, a larger picture scaled. A PDF
 * also has `generated/extracted_images_{page}.png` for its first pages. PDFs and pictures with text have
 * `generated/structures.json`, which is `file_pages_previews.structures` as a file. A link has `link_thumbnail` and
 * `link_image` where its page names a picture.
 */
export const downloadExtracted = operation({
  ...download,
  name: 'kb.download.extracted',
  summary: 'Download an artefact of the processing of a field',
  http: { ...binary, path: resourcePaths('/{field_type}/{field_id}/download/extracted/{path*}') },
  params: ExtractedFileTarget,
});

/** Removes uploads that nobody continued. */
export const removeExpiredUploads = scheduledTask(
  'removeExpiredUploads',
  { intervalMs: 60_000 },
  { worksWithoutRoom: true },
);
