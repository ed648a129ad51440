import { IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import { LANGUAGE_TAG, MD5_HEX, MEDIA_TYPE_CHARS_MAX, PASSWORD_CHARS_MAX } from '../limits';
import { FileUploadHeaders } from '../resource-payload/resource-payload.dto';

/** As it is sent: in base64, about 1,500 letters of names that are not Latin. */
const FILENAME_HEADER_CHARS_MAX = 4_096;

/** Metadata of an uploaded file. */
export class UploadHeaders extends FileUploadHeaders {
  /** Media type of the file; derived from the extension of `x-filename` when absent. */
  @IsOptional() @IsString() @MaxLength(MEDIA_TYPE_CHARS_MAX) 'content-type'?: string;
  /** Name of the file: in base64 of UTF-8, in the form of RFC 8187 (`UTF-8''…`), or as it is; random when absent. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(FILENAME_HEADER_CHARS_MAX) 'x-filename'?: string;
  /** MD5 of the bytes, 32 hex digits. Bytes with another one are refused. */
  @IsOptional() @Matches(MD5_HEX) 'x-md5'?: string;
  /** Language tag of the content, such as `en`; detected when absent. */
  @IsOptional() @Matches(LANGUAGE_TAG) 'x-language'?: string;
  /**
   * Opens an encrypted file. It is stored encrypted until the file is processed without an error, and never shown. The
   * form of RFC 8187, such as `UTF-8''p%C3%A4ss%20`, carries any characters, and blanks at the ends.
   */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(PASSWORD_CHARS_MAX) 'x-password'?: string;
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
  /** The bytes are deleted once a request has received all of them: this is the `detail` of the 404 after it. */
  once?: string;
}
