import { IsBoolean, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import type { Integer } from '../../core/integer';
import { PROMPT_CHARS_MAX } from '../../search/retrieval-request/retrieval-request.dto';
import { Is, ListOf, Widget } from '../../validation/decorators';
import { choice, listOf, tagged, text } from '../../validation/node';
import { IDENTIFIER_CHARS_MAX } from '../driver-members/driver-members.dto';
import { type AgentModule, ModuleMembers, type ModelName, TakesModel } from '../module/module.dto';
import { ModuleTable } from '../module-table';

const SOURCES_MAX = 50;
const TOOL_RESULT_BYTES_MAX = 1024 ** 2;

/** Classes of the modules that find context. */
export const contextTable = new ModuleTable();

/** Functions of knowledge boxes that `smart` may call. */
export const boxFunctions = [
  'search_by_title',
  'ask_labels_list',
  'ask_by_title',
  'ask_agent',
  'ask_labels',
  'facets_count',
  'facets_search',
  'catalog_search',
  'all_images_by_title',
  'search_images',
] as const;

/** One context module. */
export const TakesContextModule = (): PropertyDecorator => (target, name) => {
  IsOptional()(target, name);
  Is(() => tagged('module', contextTable.branches))(target, name);
};

/** A list of context modules, which run in this order. */
export const TakesContextModules = (max: number): PropertyDecorator =>
  Is(() => listOf(tagged('module', contextTable.branches), { max }));

/** Names of functions of the module that `smart` may call: some of those that it has. */
export const PublishedFunctions = (names: readonly string[]): PropertyDecorator =>
  ListOf(choice(...names), { max: names.length });

/** Identifiers of drivers of knowledge boxes. */
export const Sources =
  (min = 0): PropertyDecorator =>
  (target, name) => {
    Widget('filtered_source_select', 'in-node')(target, name);
    ListOf(text({ minLength: 1, maxLength: IDENTIFIER_CHARS_MAX }), { min, max: SOURCES_MAX })(target, name);
  };

/** Members of every context module besides `published_functions`, whose default depends on the module. */
export class ContextMembers extends ModuleMembers {
  /** Searched when what the module found leaves something open. */
  @TakesContextModule() fallback?: AgentModule | null;
  /** Searched when something is open after `fallback`, too. */
  @TakesContextModule() next_agent?: AgentModule | null;
  /** Model that says what a context leaves open; older name `summarize_model`. */
  @TakesModel() context_validation_model?: ModelName | null;
  /** Older name of `context_validation_model`. */
  @TakesModel() summarize_model?: ModelName | null;
  /** Model that rewrites the question for what is searched next. */
  @TakesModel() rephrase_model?: ModelName | null;
  /** How that model rewrites it, with the placeholders `{question}` and `{missing}`. */
  @IsOptional()
  @IsString()
  @MaxLength(PROMPT_CHARS_MAX)
  @Widget('expandable_textarea')
  context_aware_rephrasing_prompt?: string | null;
  /** Whether what does not belong to the question is left out of a context. */
  @IsBoolean() prune_context: boolean = true;
  /** Bytes of all results of one call of a function. */
  @IsInt() @Min(1_024) @Max(TOOL_RESULT_BYTES_MAX) max_tool_result_bytes: Integer = 65_536;
  /** Bytes of one result of a function. */
  @IsInt() @Min(256) @Max(TOOL_RESULT_BYTES_MAX) max_tool_result_item_bytes: Integer = 16_384;
}
