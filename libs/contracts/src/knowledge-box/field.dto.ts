import { Type } from 'class-transformer';
import { IsIn, IsMimeType, IsObject, IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';
import { TEXT_CHARS_MAX, textFormats, type TextFormat } from './identifiers';

class StrategyNames {
  @IsOptional() @IsString() extract_strategy?: string | null;
  @IsOptional() @IsString() split_strategy?: string | null;
}

/** A text, given inline. */
export class TextFieldPayload extends StrategyNames {
  @IsString() @MaxLength(TEXT_CHARS_MAX) body!: string;
  @IsIn(textFormats) format: TextFormat = 'PLAIN';
}

/** A web page to be fetched when it is processed. */
export class LinkFieldPayload extends StrategyNames {
  @IsString() uri!: string;
  @IsOptional() @IsObject() headers: Record<string, string> | null = {};
  @IsOptional() @IsObject() cookies: Record<string, string> | null = {};
  @IsOptional() @IsObject() localstorage: Record<string, string> | null = {};
  @IsOptional() @IsString() language?: string | null;
  /** Keeps only the part of the page that it selects. */
  @IsOptional() @IsString() css_selector?: string | null;
  @IsOptional() @IsString() xpath?: string | null;
}

/** A file's content: inline, or at an address to be fetched when it is processed. */
export class FilePayload {
  @IsOptional() @IsString() filename?: string | null;
  @IsMimeType() content_type: string = 'application/octet-stream';
  /** Base64. */
  @IsOptional() @IsString() payload?: string | null;
  @IsOptional() @IsString() md5?: string | null;
  @IsOptional() @IsString() uri?: string | null;
  @IsOptional() @IsObject() extra_headers: Record<string, string> = {};
}

export class FileFieldPayload extends StrategyNames {
  @IsOptional() @IsString() language?: string | null;
  /** Opens an encrypted file; used for processing, never shown. */
  @IsOptional() @IsString() password?: string | null;
  @ValidateNested() @Type(() => FilePayload) file!: FilePayload;
}
