import { IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import {
  LANGUAGE_TAG,
  MD5_HEX,
  MEDIA_TYPE_CHARS_MAX,
  PASSWORD_CHARS_MAX,
  STRATEGY_ID_CHARS_MAX,
} from '../../knowledge-box/limits';
import { FILE_TOKEN_CHARS_MAX } from '../push/push.dto';

/** As it is sent: in base64, about 1,500 letters of names that are not Latin. */
const FILENAME_HEADER_CHARS_MAX = 4_096;
const LABELS_HEADER_CHARS_MAX = 8_192;

/** Metadata of a file. */
export class ProcessingFileHeaders {
  /** Name of the file: in base64 of UTF-8, in percent-encoding, or as it is; random when absent. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(FILENAME_HEADER_CHARS_MAX) 'x-filename'?: string;
  /** MD5 of the bytes, 32 hex digits. Bytes with another one are refused. */
  @IsOptional() @Matches(MD5_HEX) 'x-md5'?: string;
  /** Language tag of the content, such as `en`; detected when absent. */
  @IsOptional() @Matches(LANGUAGE_TAG) 'x-language'?: string;
  /** Opens an encrypted file. The token has it encrypted. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(PASSWORD_CHARS_MAX) 'x-password'?: string;
  /** Labels of the field that the file becomes: base64 of a JSON list of `{"labelset", "label"}`. */
  @IsOptional() @IsString() @MaxLength(LABELS_HEADER_CHARS_MAX) 'x-classification-labels'?: string;
  /** Id of an extract strategy, as in `PushedField`. */
  @IsOptional() @IsString() @MaxLength(STRATEGY_ID_CHARS_MAX) 'x-extract-strategy'?: string;
  /** Id of a split strategy, as in `PushedField`. */
  @IsOptional() @IsString() @MaxLength(STRATEGY_ID_CHARS_MAX) 'x-split-strategy'?: string;
}

/** The same of a file that is sent at once. */
export class ProcessingUploadHeaders extends ProcessingFileHeaders {
  /** Media type of the file; derived from its name when absent. `multipart/form-data`: the body has one file. */
  @IsOptional() @IsString() @MaxLength(MEDIA_TYPE_CHARS_MAX) 'content-type'?: string;
  /** Where `application/json` comes first, the token is answered as a JSON string. */
  @IsOptional() @IsString() @MaxLength(1_024) accept?: string;
}

/** Reference to an uploaded file in a push. */
export class FileToken {
  /** A JWT; valid for three days. */
  token!: string;
  /** Whether it is answered as JSON. */
  isJson?: boolean;
}

/** Which bytes are wanted. */
export class ProcessingDownloadQuery {
  /** `uri` of a file in a processed message, or a file token. */
  @IsString() @MinLength(1) @MaxLength(FILE_TOKEN_CHARS_MAX) token!: string;
}
