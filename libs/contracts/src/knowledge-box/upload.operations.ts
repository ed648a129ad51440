import { IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import { operation } from '../core/operation';
import { Unsupported } from '../validation/decorators';
import { LANGUAGE_TAG, MD5_HEX, MEDIA_TYPE_CHARS_MAX, PASSWORD_CHARS_MAX } from './limits';
import { FieldTarget, KnowledgeBoxTarget } from './params';
import { readsKnowledgeBox, WRITE_DEADLINE_MS, writesKnowledgeBox } from './policies';
import { BY_ID, BY_SLUG } from './resource.operations';
import { UploadAccepted } from './resource.dto';
import { FileWriteHeaders } from './resource-payload.dto';

/** As it is sent: in base64, about 1,500 letters of names that are not Latin. */
const FILENAME_HEADER_CHARS_MAX = 4_096;

/** What describes an uploaded file besides its bytes. */
export class UploadHeaders extends FileWriteHeaders {
  @IsOptional() @IsString() @MaxLength(MEDIA_TYPE_CHARS_MAX) 'content-type'?: string;
  /** Base64 of UTF-8, or plain. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(FILENAME_HEADER_CHARS_MAX) 'x-filename'?: string;
  @IsOptional() @Matches(MD5_HEX) 'x-md5'?: string;
  @IsOptional() @Matches(LANGUAGE_TAG) 'x-language'?: string;
  @IsOptional() @IsString() @MinLength(1) @MaxLength(PASSWORD_CHARS_MAX) 'x-password'?: string;
  @Unsupported() 'x-extract-strategy'?: unknown;
  @Unsupported() 'x-split-strategy'?: unknown;
}

/** Bytes that the gateway has put into the blob store. */
export class StoredBlob {
  key!: string;
  sizeBytes!: number;
  md5!: string;
  sha256!: string;
}

const upload = {
  policy: writesKnowledgeBox,
  headers: UploadHeaders,
  body: StoredBlob,
  answer: UploadAccepted,
  deadlineMs: WRITE_DEADLINE_MS,
};

export const uploadFile = operation({
  ...upload,
  name: 'kb.upload.create',
  summary: 'Upload a file as a new resource',
  http: { method: 'POST', path: '/api/v1/kb/{kbid}/upload', host: 'zone', success: 201, bodyKind: 'upload' },
  params: KnowledgeBoxTarget,
});

export const uploadFileField = operation({
  ...upload,
  name: 'kb.upload.put-field',
  summary: 'Upload a file into a field',
  http: { method: 'POST', path: `${BY_ID}/file/{field_id}/upload`, host: 'zone', success: 201, bodyKind: 'upload' },
  params: FieldTarget,
});

export const uploadFileFieldBySlug = operation({
  ...upload,
  name: 'kb.upload.put-field-by-slug',
  summary: 'Upload a file into a field, by slug',
  http: { method: 'POST', path: `${BY_SLUG}/file/{field_id}/upload`, host: 'zone', success: 201, bodyKind: 'upload' },
  params: FieldTarget,
});

export class DownloadQuery {
  /** To be shown in place instead of saved. */
  @IsOptional() inline?: boolean;
}

/** Bytes that the gateway sends from the blob store. */
export class Download {
  key!: string;
  sizeBytes!: number;
  contentType!: string;
  filename!: string;
  inline!: boolean;
}

const download = {
  policy: readsKnowledgeBox,
  params: FieldTarget,
  query: DownloadQuery,
  answer: Download,
  deadlineMs: WRITE_DEADLINE_MS,
};

export const downloadFileField = operation({
  ...download,
  name: 'kb.download.field',
  summary: 'Download the file of a field',
  http: {
    method: 'GET',
    path: `${BY_ID}/file/{field_id}/download/field`,
    host: 'zone',
    success: 200,
    reply: 'binary',
    alsoAnswers: [206, 416],
  },
});

export const downloadFileFieldBySlug = operation({
  ...download,
  name: 'kb.download.field-by-slug',
  summary: 'Download the file of a field, by slug',
  http: {
    method: 'GET',
    path: `${BY_SLUG}/file/{field_id}/download/field`,
    host: 'zone',
    success: 200,
    reply: 'binary',
    alsoAnswers: [206, 416],
  },
});
