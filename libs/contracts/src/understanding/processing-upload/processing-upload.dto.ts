import { IsOptional, IsString, MaxLength } from 'class-validator';
import { TusAppendHeaders } from '../../knowledge-box/tus-upload/tus-upload.dto';
import { MEDIA_TYPE_CHARS_MAX } from '../../knowledge-box/limits';
import { ProcessingFileHeaders } from '../processing-file/processing-file.dto';

/** Numbers and flags in headers; what they say is checked by the operation, whose refusals have their own statuses. */
const VALUE_CHARS_MAX = 64;
/** All pairs of `upload-metadata`, as they are sent. */
const METADATA_CHARS_MAX = 16_384;

/** A resumable upload of a file to be pushed. */
export class ProcessingUploadTarget {
  /** Id of the upload, from `Location`. */
  @IsString() @MaxLength(VALUE_CHARS_MAX) upload_id!: string;
}

/** Description of a resumable upload at its creation. */
export class ProcessingTusHeaders extends ProcessingFileHeaders {
  /** Version of the protocol; required, any value. */
  @IsOptional() @IsString() @MaxLength(VALUE_CHARS_MAX) 'tus-resumable'?: string;
  /** Size of the file in bytes; required unless `upload-defer-length` is 1. */
  @IsOptional() @IsString() @MaxLength(VALUE_CHARS_MAX) 'upload-length'?: string;
  /** `1`: a later request says the size. */
  @IsOptional() @IsString() @MaxLength(VALUE_CHARS_MAX) 'upload-defer-length'?: string;
  /**
   * Pairs `key base64value`, separated by commas. Keys: `filename`, `content_type`, `language`, `md5` (32 hex digits)
   * and `password`; others are ignored. It takes precedence over headers.
   */
  @IsOptional() @IsString() @MaxLength(METADATA_CHARS_MAX) 'upload-metadata'?: string;
  /** Media type of the file; the metadata takes precedence. */
  @IsOptional() @IsString() @MaxLength(MEDIA_TYPE_CHARS_MAX) 'content-type'?: string;
}

/** Headers of a request with more bytes of an upload. */
export class ProcessingAppendHeaders extends TusAppendHeaders {}

/** An upload that was created. */
export class ProcessingUploadCreated {
  /** Path that its bytes go to. */
  location!: string;
  /** Of an empty file, which is complete at once. */
  token?: string;
}

/** Answer to a request with more bytes. */
export class ProcessingUploadProgress {
  /** Bytes received. */
  offset!: number;
  /** Names the file in a push, once the last byte is there. */
  token?: string;
}
