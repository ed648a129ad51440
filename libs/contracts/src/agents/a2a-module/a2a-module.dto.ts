import { IsObject, IsString, MaxLength, MinLength } from 'class-validator';
import { JSON_DEPTH_MAX } from '../../knowledge-box/limits';
import { ListOf, Literal, Satisfies, Widget } from '../../validation/decorators';
import { jsonWithin } from '../../validation/json-bounds';
import { text } from '../../validation/node';
import { ContextMembers, contextTable, PublishedFunctions } from '../context-members/context-members.dto';
import { IDENTIFIER_CHARS_MAX } from '../driver-members/driver-members.dto';

const METADATA_CHARS_MAX = 20_000;
const WORKFLOW_ID_CHARS_MAX = 256;
const HEADERS_MAX = 100;
const HEADER_NAME = /^[a-z0-9!#$%&'*+.^_`|~-]{1,256}$/i;

/** Asks an agent elsewhere, over the protocol A2A. */
@contextTable.entry('a2a')
export class A2aModuleConfig extends ContextMembers {
  /** Name of the module. */
  @Literal('a2a') module!: 'a2a';
  /** Identifier of a driver of the provider `a2a`. */
  @IsString() @MinLength(1) @MaxLength(IDENTIFIER_CHARS_MAX) @Widget('driver_select', 'in-node') source!: string;
  /** `workflow_id` in the metadata of the message: which workflow of the agent answers. */
  @IsString() @MinLength(1) @MaxLength(WORKFLOW_ID_CHARS_MAX) remote_workflow_id: string = 'default';
  /** Further metadata of the message. */
  @IsObject()
  @Satisfies(jsonWithin({ depthMax: JSON_DEPTH_MAX, charsMax: METADATA_CHARS_MAX }))
  @Widget('key_value_field')
  extra_metadata: Record<string, unknown> = {};
  /** Names of headers of the caller that the agent gets. */
  @ListOf(text({ minLength: 1, patterns: [HEADER_NAME] }), { max: HEADERS_MAX })
  @Widget('array_string_field')
  valid_headers: string[] = [];
  /** Functions that `smart` may call. */
  @PublishedFunctions(['ask_agent']) published_functions: string[] = ['ask_agent'];
}
