import { IsIn, IsOptional, IsString, IsUrl, MaxLength, MinLength } from 'class-validator';
import { TEXT_CHARS_MAX } from '../../core/identifiers';
import { Either, Literal, MapOf } from '../../validation/decorators';
import { keyWithin } from '../../validation/json-bounds';
import { decimal, text } from '../../validation/node';
import { ContextMembers, contextTable, PublishedFunctions } from '../context-members/context-members.dto';

const URL_CHARS_MAX = 2_048;
const HEADERS_MAX = 50;
const HEADER_CHARS_MAX = 8_192;
const PARAMETER_CHARS_MAX = 256;
const TIMEOUT_S_MAX = 120;
const url = { protocols: ['http', 'https'], require_protocol: true, require_tld: false };

/** A fixed text as context. */
@contextTable.entry('static_string', 'static')
export class StaticStringConfig extends ContextMembers {
  /** Name of the module; `static` in older clients. */
  @Literal('static_string', 'static') module!: 'static_string' | 'static';
  /** The text. */
  @IsString() @MinLength(1) @MaxLength(TEXT_CHARS_MAX) context!: string;
  /** Functions that `smart` may call. */
  @PublishedFunctions(['static_string']) published_functions: string[] = ['static_string'];
}

/** Calls an address on the public internet, whose answer is the context. */
@contextTable.entry('http')
export class HttpConfig extends ContextMembers {
  /** Name of the module. */
  @Literal('http') module!: 'http';
  /** How it is called. */
  @IsIn(['GET', 'POST']) method: 'GET' | 'POST' = 'GET';
  /** The address. */
  @IsUrl(url) @MaxLength(URL_CHARS_MAX) url!: string;
  /** Headers of the call. */
  @MapOf(text({ maxLength: HEADER_CHARS_MAX }), { sizeMax: HEADERS_MAX, keyRules: [keyWithin(PARAMETER_CHARS_MAX)] })
  headers: Record<string, string> = {};
  /** Name of the query parameter that has the question. */
  @IsOptional() @IsString() @MaxLength(PARAMETER_CHARS_MAX) question_query_param?: string | null;
  /** Name of the member of the JSON body that has the question, with POST. */
  @IsOptional() @IsString() @MaxLength(PARAMETER_CHARS_MAX) question_post_field?: string | null;
  /** Seconds that the call may take. */
  @Either(decimal({ gt: 0, le: TIMEOUT_S_MAX })) timeout: number = 10;
  /** Functions that `smart` may call. */
  @PublishedFunctions(['http_request']) published_functions: string[] = ['http_request'];
}
