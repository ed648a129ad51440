import { IsIn, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { TEXT_CHARS_MAX } from '../../core/identifiers';
import { Either, Literal, Widget } from '../../validation/decorators';
import { IsWebAddress, RequestHeaders } from '../../knowledge-box/http-request';
import { decimal } from '../../validation/node';
import { IsAddress, IsSecret } from '../driver-secrets';
import { ContextMembers, contextTable, PublishedFunctions } from '../context-members/context-members.dto';

const PARAMETER_CHARS_MAX = 256;
const TIMEOUT_S_MAX = 120;

/** A fixed text as context. */
@contextTable.entry('static_string', 'static')
export class StaticStringConfig extends ContextMembers {
  /** Name of the module; `static` in older clients. */
  @Literal('static_string', 'static') module!: 'static_string' | 'static';
  /** The text. */
  @IsString() @MinLength(1) @MaxLength(TEXT_CHARS_MAX) @Widget('expandable_textarea') context!: string;
  /** Functions that `smart` may call. */
  @PublishedFunctions(['static_string']) published_functions: string[] = ['static_string'];
}

/** Calls an address on the public internet, whose answer is the context. */
@contextTable.entry('http')
export class HttpConfig extends ContextMembers {
  /** Name of the module. */
  @Literal('http') module!: 'http';
  /** How it is called. */
  @IsIn(['GET', 'POST']) @Widget('enum_select') method: 'GET' | 'POST' = 'GET';
  /** The address. */
  @IsString() @IsWebAddress() @IsAddress() url!: string;
  /** Headers of the call. Secret; null or absent in a change: they stay. */
  @IsOptional() @RequestHeaders() @IsSecret() @Widget('api_headers_field') headers?: Record<string, string> | null;
  /** Name of the query parameter that has the question. */
  @IsOptional() @IsString() @MaxLength(PARAMETER_CHARS_MAX) question_query_param?: string | null;
  /** Name of the member of the JSON body that has the question, with POST. */
  @IsOptional() @IsString() @MaxLength(PARAMETER_CHARS_MAX) question_post_field?: string | null;
  /** Seconds that the call may take. */
  @Either(decimal({ gt: 0, le: TIMEOUT_S_MAX })) timeout: number = 10;
  /** Functions that `smart` may call. */
  @PublishedFunctions(['http_request']) published_functions: string[] = ['http_request'];
}
