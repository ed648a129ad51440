import { Type } from 'class-transformer';
import { IsIn, IsMimeType, IsOptional, IsString, Matches, MaxLength, ValidateNested } from 'class-validator';
import { Satisfies, Together, Unsupported } from '../validation/decorators';
import { IsWebAddress, RequestCookies, RequestHeaders, webAddressProblem } from './http-request';
import { TEXT_CHARS_MAX, textFormats, type TextFormat } from './identifiers';
import {
  FILENAME_CHARS_MAX,
  LANGUAGE_TAG,
  MD5_HEX,
  MEDIA_TYPE_CHARS_MAX,
  PASSWORD_CHARS_MAX,
  SELECTOR_CHARS_MAX,
} from './limits';
import { TextMap } from './text-map';

class StrategyNames {
  @Unsupported() extract_strategy?: unknown;
  @Unsupported() split_strategy?: unknown;
}

/** A text, given inline. */
export class TextFieldPayload extends StrategyNames {
  @IsString() @MaxLength(TEXT_CHARS_MAX) body!: string;
  @IsIn(textFormats) format: TextFormat = 'PLAIN';
}

/** A web page to be fetched when it is processed. */
export class LinkFieldPayload extends StrategyNames {
  @IsString() @IsWebAddress() uri!: string;
  @IsOptional() @RequestHeaders() headers: Record<string, string> | null = {};
  @IsOptional() @RequestCookies() cookies: Record<string, string> | null = {};
  /** Kept and shown to writers; no browser runs that would read it. */
  @IsOptional() @TextMap() localstorage: Record<string, string> | null = {};
  @IsOptional() @Matches(LANGUAGE_TAG) language?: string | null;
  /** Keeps only the part of the page that it selects. */
  @IsOptional() @IsString() @MaxLength(SELECTOR_CHARS_MAX) css_selector?: string | null;
  @IsOptional() @IsString() @MaxLength(SELECTOR_CHARS_MAX) xpath?: string | null;
}

/** A file's content: inline, or at an address to be fetched when it is processed. */
@Together<FilePayload>(({ payload, uri }) => (payload && uri ? 'a file has a payload or a uri, not both' : undefined))
export class FilePayload {
  @IsOptional() @IsString() @MaxLength(FILENAME_CHARS_MAX) filename?: string | null;
  @IsMimeType() @MaxLength(MEDIA_TYPE_CHARS_MAX) content_type: string = 'application/octet-stream';
  /** Base64. */
  @IsOptional() @IsString() payload?: string | null;
  @IsOptional() @Matches(MD5_HEX) md5?: string | null;
  @IsOptional() @IsString() @Satisfies(emptyOrWebAddress) uri?: string | null;
  /** Sent when the address is fetched. */
  @IsOptional() @RequestHeaders() extra_headers: Record<string, string> = {};
}

export class FileFieldPayload extends StrategyNames {
  @IsOptional() @Matches(LANGUAGE_TAG) language?: string | null;
  /** Opens an encrypted file; used for processing, never shown. */
  @IsOptional() @IsString() @MaxLength(PASSWORD_CHARS_MAX) password?: string | null;
  @ValidateNested() @Type(() => FilePayload) file!: FilePayload;
}

function emptyOrWebAddress(uri: string): string | undefined {
  return uri === '' ? undefined : webAddressProblem(uri);
}
