import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { FIELD_ID } from '../../core/identifiers';
import { MEDIA_TYPE_CHARS_MAX } from '../limits';
import { ResourceTarget } from '../params';
import { ContentWriteHeaders, FileUploadHeaders } from '../resource-payload/resource-payload.dto';
import type { StoredBlob } from '../upload/upload.dto';

/** Numbers and flags in headers; what they say is checked by the operation, whose refusals have their own statuses. */
const VALUE_CHARS_MAX = 64;
/** All pairs of `upload-metadata`, as they are sent. */
const METADATA_CHARS_MAX = 16_384;

/** A knowledge box for a new resource, or a file field, that a resumable upload is for. */
export class TusCreationTarget extends ResourceTarget {
  /** Id of the field, unique among fields of its type in the resource. */
  @IsOptional() @Matches(FIELD_ID) field_id?: string;
}

/** A resumable upload, into a knowledge box or into a file field. */
export class TusUploadTarget extends TusCreationTarget {
  /** Id of the upload, from `Location`. */
  @IsString() upload_id!: string;
}

/** Description of a resumable upload at its creation. */
export class TusCreateHeaders extends FileUploadHeaders {
  /** Version of the protocol; required, any value. */
  @IsOptional() @IsString() @MaxLength(VALUE_CHARS_MAX) 'tus-resumable'?: string;
  /** Size of the file in bytes; required unless `upload-defer-length` is 1. */
  @IsOptional() @IsString() @MaxLength(VALUE_CHARS_MAX) 'upload-length'?: string;
  /** `1`: a later request says the size. */
  @IsOptional() @IsString() @MaxLength(VALUE_CHARS_MAX) 'upload-defer-length'?: string;
  /**
   * Pairs `key base64value`, separated by commas. Keys: `filename`, `content_type`, `language`, `md5` (32 hex digits),
   * `password`, `extract_strategy` and `split_strategy`, which the headers take precedence of; others are ignored.
   */
  @IsOptional() @IsString() @MaxLength(METADATA_CHARS_MAX) 'upload-metadata'?: string;
  /** Media type of the file, unless there is a body; the metadata takes precedence. */
  @IsOptional() @IsString() @MaxLength(MEDIA_TYPE_CHARS_MAX) 'content-type'?: string;
  /** `1`: takes the place of an unfinished upload into the same field. */
  @IsOptional() @IsString() @MaxLength(VALUE_CHARS_MAX) 'tus-override-upload'?: string;
  /** Whether there is a body. */
  @IsOptional() @IsString() @MaxLength(VALUE_CHARS_MAX) 'content-length'?: string;
  /** Whether there is a body. */
  @IsOptional() @IsString() @MaxLength(VALUE_CHARS_MAX) 'transfer-encoding'?: string;
}

/** Headers of a request with more bytes of an upload. */
export class TusAppendHeaders extends ContentWriteHeaders {
  /** Bytes that were received before; required, and must be what the server has. */
  @IsOptional() @IsString() @MaxLength(VALUE_CHARS_MAX) 'upload-offset'?: string;
  /** Size of the file in bytes, where creation left it open. */
  @IsOptional() @IsString() @MaxLength(VALUE_CHARS_MAX) 'upload-length'?: string;
  /** Bytes of the body; required. */
  @IsOptional() @IsString() @MaxLength(VALUE_CHARS_MAX) 'content-length'?: string;
  /** `application/offset+octet-stream`, nothing, or the media type that creation named for the file. */
  @IsOptional() @IsString() @MaxLength(MEDIA_TYPE_CHARS_MAX) 'content-type'?: string;
}

/**
 * A part of a request body of the kind `parts`. The operation is called without a blob before the first byte is read,
 * so that it can refuse, and then with every part in their order; the last answer is written. The bytes of a refused
 * call are removed. When the body breaks off, the bytes received so far come as a part, and nothing is written.
 */
export class BodyPart {
  /** Bytes of the body before this part. */
  start!: number;
  /** Whether the body ends here. */
  isLast!: boolean;
  /** The bytes; absent in the call before the first byte. */
  blob?: StoredBlob;
}

/** Where a finished upload is stored. */
export class FinishedUpload {
  /** Path of the resource. */
  resource!: string;
  /** Path of the field. */
  field!: string;
  /** Number of the field in the processing queue. */
  seqid?: number;
}

/** An upload that was created. */
export class TusUploadCreated {
  /** Path that its bytes go to. */
  location!: string;
  /** Of an empty file, which is complete at once. */
  finished?: FinishedUpload;
}

/** How far an upload is. */
export class TusUploadState {
  /** Bytes received. */
  offset!: number;
  /** Bytes in all; 0 while unknown. */
  length!: number;
}

/** Answer to a request with more bytes. */
export class TusUploadProgress {
  /** Bytes received. */
  offset!: number;
  /** Once the last byte is there. */
  finished?: FinishedUpload;
}
