import { IsBoolean, IsIn, IsInt, IsNumber, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import type { Integer } from '../../core/integer';
import { PROMPT_CHARS_MAX } from '../../search/retrieval-request/retrieval-request.dto';
import { Literal, MapOf, Widget } from '../../validation/decorators';
import { keyWithin } from '../../validation/json-bounds';
import { listOf, text } from '../../validation/node';
import {
  ContextMembers,
  TakesContextModules,
  contextTable,
  PublishedFunctions,
} from '../context-members/context-members.dto';
import { type AgentModule, type ModelName, TakesModel } from '../module/module.dto';

const AGENTS_MAX = 20;
const ITERATIONS_MAX = 20;
const COST_MAX = 1_000_000;
const FUNCTIONS_MAX = 50;
const FUNCTION_CHARS_MAX = 64;
const DESCRIPTION_CHARS_MAX = 10_000;
const RESULT_KB_MAX = 1_024;
const FEEDBACK_MS_MAX = 240_000;
const byAgent = { sizeMax: AGENTS_MAX, keyRules: [keyWithin(FUNCTION_CHARS_MAX)] };

/** A model plans which functions of other context modules are called. */
@contextTable.entry('smart')
export class SmartConfig extends ContextMembers {
  /** Name of the module. */
  @Literal('smart') module!: 'smart';
  /** `reactive`: the model calls functions as it goes; `plan_execute`: it plans several calls, then plans again. */
  @IsIn(['reactive', 'plan_execute']) @Widget('enum_select') planning_mode: 'reactive' | 'plan_execute' = 'reactive';
  /**
   * Whether the agent may ask its user back, which works over WebSockets: the planner by a function, the rule without a
   * model when nothing was found. Over HTTP the interaction then fails.
   */
  @IsBoolean() enable_user_feedback: boolean = false;
  /** Milliseconds to wait for the user; then the module continues without an answer. */
  @IsInt() @Min(0) @Max(FEEDBACK_MS_MAX) feedback_timeout: Integer = 10_000;
  /** Context modules whose functions it calls. */
  @TakesContextModules(AGENTS_MAX) registered_agents: AgentModule[] = [];
  /** What each of them is good for, by its id. */
  @IsOptional() @MapOf(text({ maxLength: DESCRIPTION_CHARS_MAX }), byAgent) registered_agents_descriptions?: Record<
    string,
    string
  > | null;
  /** Functions of each of them that may be called, by its id; its `published_functions` when absent. */
  @IsOptional()
  @MapOf(listOf(text({ minLength: 1, maxLength: FUNCTION_CHARS_MAX }), { max: FUNCTIONS_MAX }), byAgent)
  registered_agents_exposed_functions?: Record<string, string[]> | null;
  /** Model that chooses the calls. */
  @TakesModel() planner_model?: ModelName | null;
  /** Model that sums up what the calls of a plan returned, for the planner. */
  @TakesModel() executor_model?: ModelName | null;
  /** How often the planner is asked at most. */
  @IsInt() @Min(1) @Max(ITERATIONS_MAX) max_iterations: Integer = 5;
  /**
   * Cost of the interaction after which the planner is asked no more, in the currency of the prices that the deployment
   * has set for its models. A model without a price is not asked.
   */
  @IsOptional() @IsNumber() @Min(0) @Max(COST_MAX) max_cost?: number | null;
  /** Whether several calls of one answer of the model run at once; otherwise only its first one runs. */
  @IsBoolean() parallel_tool_calls: boolean = true;
  /** Further instructions for the planner. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) @Widget('expandable_textarea') extra_prompt?: string | null;
  /** Whether the planner sees the chat history. */
  @IsOptional() @IsBoolean() history?: boolean | null;
  /** Kilobytes of the results of one answer of the model; the limits of the called modules when absent. */
  @IsOptional() @IsInt() @Min(1) @Max(RESULT_KB_MAX) max_tool_result_kb?: Integer | null;
  /** Kilobytes of one result. */
  @IsOptional() @IsInt() @Min(1) @Max(RESULT_KB_MAX) max_tool_result_item_kb?: Integer | null;
  /** Functions that another `smart` may call. */
  @PublishedFunctions(['smart_planner']) published_functions: string[] = ['smart_planner'];
}
