import { IsBoolean, IsObject, IsString, MaxLength, MinLength } from 'class-validator';
import { JSON_DEPTH_MAX } from '../../knowledge-box/limits';
import { Literal, Satisfies, Unsupported, Widget } from '../../validation/decorators';
import { jsonWithin } from '../../validation/json-bounds';
import {
  ContextMembers,
  contextTable,
  PublishedFunctions,
  TakesContextModules,
} from '../context-members/context-members.dto';
import type { AgentModule } from '../module/module.dto';

const CODE_CHARS_MAX = 100_000;
const PARAMETERS_CHARS_MAX = 100_000;
const AGENTS_MAX = 20;

/** Code that makes context of what other modules find. */
@contextTable.entry('restricted')
export class RestrictedConfig extends ContextMembers {
  /** Name of the module. */
  @Literal('restricted') module!: 'restricted';
  /**
   * Python for MicroPython, without files and network. It has the variables `question`, `parameters`, `arguments` and
   * `context`, a list of `{"text", "title", "url"}`. It sets `result`: a text, `{"text", "title"}`, or a list of these.
   */
  @IsString() @MinLength(1) @MaxLength(CODE_CHARS_MAX) @Widget('expandable_textarea') code!: string;
  /** Context modules that run first, in this order. */
  @TakesContextModules(AGENTS_MAX) agents: AgentModule[] = [];
  /** Values for the code. */
  @IsObject()
  @Satisfies(jsonWithin({ depthMax: JSON_DEPTH_MAX, charsMax: PARAMETERS_CHARS_MAX }))
  parameters: Record<string, unknown> = {};
  /** Whether the step shows what the code prints, at most 10,000 characters. */
  @IsBoolean() debug: boolean = false;
  /** Not supported: code asks no model. */
  @Unsupported() decision_model?: unknown;
  /** Not supported: `rephrase` rewrites questions. */
  @Unsupported((value) => value === false || value === null) needs_rephrase?: unknown;
  /** It has no functions. */
  @PublishedFunctions([]) published_functions: string[] = [];
}
