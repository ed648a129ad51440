import { Type } from 'class-transformer';
import { IsIn, IsOptional, IsString, Matches, MaxLength, ValidateNested } from 'class-validator';
import { ForbidUnknown, Is, Satisfies, Together } from '../../validation/decorators';
import { jsonWithin } from '../../validation/json-bounds';
import { decimal, either, flag, listOf, mapOf, ruled, text } from '../../validation/node';
import { IsWebAddress, RequestCookies, RequestHeaders, webAddressProblem } from '../http-request';
import { KEY_VALUE_KEY, TEXT_CHARS_MAX, type TextFormat, textFormats } from '../../core/identifiers';
import {
  FILENAME_CHARS_MAX,
  KEY_VALUE_JSON_CHARS_MAX,
  KEY_VALUE_TEXT_CHARS_MAX,
  KEY_VALUE_TEXTS_MAX,
  KV_SCHEMA_FIELDS_MAX,
  LANGUAGE_TAG,
  MD5_HEX,
  MEDIA_TYPE_CHARS_MAX,
  PASSWORD_CHARS_MAX,
  SELECTOR_CHARS_MAX,
  STRATEGY_ID_CHARS_MAX,
} from '../limits';
import { TextMap } from '../text-map';

/** Strategies that a field may name. */
export class StrategyNames {
  /**
   * Id of an extract strategy of the knowledge box; that of `processing_options` when absent or empty. A field whose
   * strategy does not exist when it is processed gets an error.
   */
  @IsOptional() @IsString() @MaxLength(STRATEGY_ID_CHARS_MAX) extract_strategy?: string | null;
  /** Id of a split strategy of the knowledge box; likewise. */
  @IsOptional() @IsString() @MaxLength(STRATEGY_ID_CHARS_MAX) split_strategy?: string | null;
}

/** A text, sent inline. */
export class TextFieldPayload extends StrategyNames {
  /** The text. With the format JSON it must be valid JSON. */
  @IsString() @MaxLength(TEXT_CHARS_MAX) body!: string;
  /** How the text is written. */
  @IsIn(textFormats) format: TextFormat = 'PLAIN';
}

/** A web page that is fetched when it is processed. */
export class LinkFieldPayload extends StrategyNames {
  /** Absolute http or https URL of at most 2,048 characters, without user name and password. */
  @IsString() @IsWebAddress() uri!: string;
  /**
   * Headers with which the page is fetched, by name. At most 100; those of the connection, such as `Host`, cannot be
   * set. Stored encrypted; readers see the names only.
   */
  @IsOptional() @RequestHeaders() headers: Record<string, string> | null = {};
  /** Cookies with which the page is fetched, by name. At most 100. Stored encrypted; readers see the names only. */
  @IsOptional() @RequestCookies() cookies: Record<string, string> | null = {};
  /** Stored encrypted and shown to writers; no browser runs that would use it. */
  @IsOptional() @TextMap() localstorage: Record<string, string> | null = {};
  /** Language tag, such as `en` or `pt-BR`; detected when absent. */
  @IsOptional() @Matches(LANGUAGE_TAG) language?: string | null;
  /** Keeps only the part of the page that it selects. The main content of the page is kept when absent. */
  @IsOptional() @IsString() @MaxLength(SELECTOR_CHARS_MAX) css_selector?: string | null;
  /** Keeps only the part of the page that it selects. */
  @IsOptional() @IsString() @MaxLength(SELECTOR_CHARS_MAX) xpath?: string | null;
}

/** A file's content: inline, or at an address from which it is fetched when it is processed. */
@Together<FilePayload>(({ payload, uri }) => (payload && uri ? 'a file has a payload or a uri, not both' : undefined))
export class FilePayload {
  /** Name of the file; required with `payload`. */
  @IsOptional() @IsString() @MaxLength(FILENAME_CHARS_MAX) filename?: string | null;
  /** Media type of the file. Processing looks at the content, too. */
  @IsString() @MaxLength(MEDIA_TYPE_CHARS_MAX) content_type: string = 'application/octet-stream';
  /**
   * The bytes in base64, at most 64 MiB of bytes and within the limit of request bodies (8 MiB unless configured).
   * Required without `uri`; not together with it.
   */
  @IsOptional() @IsString() payload?: string | null;
  /** MD5 of the bytes, 32 hex digits. Inline bytes with another one are refused. */
  @IsOptional() @Matches(MD5_HEX) md5?: string | null;
  /** Absolute http or https URL of at most 2,048 characters, without user name and password. Empty counts as absent. */
  @IsOptional() @IsString() @Satisfies(emptyOrWebAddress) uri?: string | null;
  /** Headers with which `uri` is fetched, by name. At most 100. Stored encrypted and never shown. */
  @IsOptional() @RequestHeaders() extra_headers: Record<string, string> = {};
}

/** A file field: content inline or at an address. */
export class FileFieldPayload extends StrategyNames {
  /** Language tag, such as `en` or `pt-BR`; detected when absent. */
  @IsOptional() @Matches(LANGUAGE_TAG) language?: string | null;
  /** Opens an encrypted file. It is stored encrypted until the file is processed without an error, and never shown. */
  @IsOptional() @IsString() @MaxLength(PASSWORD_CHARS_MAX) password?: string | null;
  /** The file. */
  @ValidateNested() @Type(() => FilePayload) file!: FilePayload;
}

const keyText = text({ maxLength: KEY_VALUE_TEXT_CHARS_MAX });
/** JSON has numbers that overflow to infinity. */
const finite = decimal({ ge: -Number.MAX_VALUE, le: Number.MAX_VALUE });

/** A closed range of numbers or of dates. */
@ForbidUnknown()
export class KeyValueRange {
  /** Lower bound, which belongs to the range. */
  @Is(() => either(keyText, finite)) lower!: string | number;
  /** Upper bound, which belongs to the range: of the same type as the lower one, and above it. */
  @Is(() => either(keyText, finite)) upper!: string | number;
}

/** A value of a key-value field: a text or a date, texts, a number, a flag, or a range. */
export type KeyValue = string | number | boolean | readonly string[] | KeyValueRange;

const keyValues = ruled(
  mapOf(
    either(keyText, finite, flag, listOf(keyText, { max: KEY_VALUE_TEXTS_MAX }), () => KeyValueRange),
    {
      keys: KEY_VALUE_KEY,
      sizeMax: KV_SCHEMA_FIELDS_MAX,
    },
  ),
  jsonWithin({ depthMax: 2, charsMax: KEY_VALUE_JSON_CHARS_MAX }),
);

/** Values by key, as the schema with the id of the field allows them. */
export class KeyValueFieldPayload {
  /** Values by key; all required keys of the schema are there. At most 400,000 characters of JSON. */
  @Is(() => keyValues) data: Record<string, KeyValue> = {};
}

function emptyOrWebAddress(uri: string): string | undefined {
  return uri === '' ? undefined : webAddressProblem(uri);
}
