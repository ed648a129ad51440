import { IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import { operation } from '../core/operation';
import { Unsupported } from '../validation/decorators';
import { failsOfProcessing } from './failures';
import { LANGUAGE_TAG, MD5_HEX, MEDIA_TYPE_CHARS_MAX, PASSWORD_CHARS_MAX } from './limits';
import { FieldTarget, KnowledgeBoxTarget, resourcePaths } from './params';
import { readsKnowledgeBox, WRITE_DEADLINE_MS, writesKnowledgeBox } from './policies';
import { UploadAccepted } from './resource.dto';
import { FileWriteHeaders } from './resource-payload.dto';

/** As it is sent: in base64, about 1,500 letters of names that are not Latin. */
const FILENAME_HEADER_CHARS_MAX = 4_096;

/** What describes an uploaded file besides its bytes. */
export class UploadHeaders extends FileWriteHeaders {
  /** Media type of the file; derived from the extension of `x-filename` when absent. */
  @IsOptional() @IsString() @MaxLength(MEDIA_TYPE_CHARS_MAX) 'content-type'?: string;
  /** Name of the file, in base64 of UTF-8 or as it is; a random one when absent. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(FILENAME_HEADER_CHARS_MAX) 'x-filename'?: string;
  /** MD5 of the bytes, 32 hex digits. Bytes with another one are refused. */
  @IsOptional() @Matches(MD5_HEX) 'x-md5'?: string;
  /** Language tag of the content, such as `en`; detected when absent. */
  @IsOptional() @Matches(LANGUAGE_TAG) 'x-language'?: string;
  /** Opens an encrypted file. It is stored encrypted until the file is processed without an error, and never shown. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(PASSWORD_CHARS_MAX) 'x-password'?: string;
  @Unsupported() 'x-extract-strategy'?: unknown;
  @Unsupported() 'x-split-strategy'?: unknown;
}

/** The same for a file that is put into a field. */
export class FieldUploadHeaders extends UploadHeaders {
  /** `1`: the file is put although a resumable upload into the field is active. */
  @IsOptional() @IsString() @MaxLength(64) 'tus-override-upload'?: string;
}

/** Bytes that the gateway has put into the blob store. */
export class StoredBlob {
  /** Key in the blob store. */
  key!: string;
  /** Size of the content. */
  sizeBytes!: number;
  /** 32 hex digits. */
  md5!: string;
  /** 64 hex digits. */
  sha256!: string;
}

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
  summary: 'Upload a file as a new resource',
  http: { method: 'POST', path: '/api/v1/kb/{kbid}/upload', host: 'zone', success: 201, bodyKind: 'upload' },
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
  summary: 'Upload a file into a field',
  http: {
    method: 'POST',
    path: resourcePaths('/file/{field_id}/upload'),
    host: 'zone',
    success: 201,
    bodyKind: 'upload',
  },
  params: FieldTarget,
});

/** How a file is to be shown. */
export class DownloadQuery {
  /** Whether a browser is to show the file in place instead of saving it. What could run scripts is then sandboxed. */
  @IsOptional() inline?: boolean;
}

/** Bytes that the gateway sends from the blob store. */
export class Download {
  /** Key in the blob store. */
  key!: string;
  /** Size of the content. */
  sizeBytes!: number;
  /** Media type, as the uploader said. */
  contentType!: string;
  /** Name under which it is saved. */
  filename!: string;
  /** Whether it is shown in place instead of saved. */
  inline!: boolean;
}

/**
 * Returns the bytes of a stored file, with the media type and name that it was uploaded with. `Range` with one range of
 * bytes is answered 206. Where the object store can be reached by clients, 307 sends them there. A file at an external
 * address has no bytes here.
 */
export const downloadFileField = operation({
  name: 'kb.download.field',
  summary: 'Download the file of a field',
  http: {
    method: 'GET',
    path: resourcePaths('/file/{field_id}/download/field'),
    host: 'zone',
    success: 200,
    reply: 'binary',
    alsoAnswers: [206, 307],
  },
  policy: readsKnowledgeBox,
  params: FieldTarget,
  query: DownloadQuery,
  answer: Download,
  fails: {
    not_found: 'The knowledge box, the resource or its stored file does not exist, or the caller may not know of it.',
    range_not_satisfiable: '`Range` cannot be read, names several ranges, or lies behind the end of the file.',
  },
  deadlineMs: WRITE_DEADLINE_MS,
});
