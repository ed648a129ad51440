import { IsIn, IsInt, IsOptional, IsString, IsUUID, Max, MaxLength, Min, MinLength } from 'class-validator';
import type { Integer } from '../../core/integer';
import { MODEL_NAME_CHARS_MAX } from '../../knowledge-box/learning-configuration/learning-configuration.dto';
import { type ReasoningEffort, reasoningEfforts } from '../../search/reasoning/reasoning.dto';
import { Either, ListOf, Literal, Nested, Widget } from '../../validation/decorators';
import { text } from '../../validation/node';
import { RULE_CHARS_MAX, RULES_MAX } from '../workflow/workflow.dto';

/** Kinds of modules, in the order in which they run. */
export const moduleKinds = ['preprocess', 'context', 'generation', 'postprocess'] as const;
/** Kind of a module: what it adds to an interaction. */
export type ModuleKind = (typeof moduleKinds)[number];

const TITLE_CHARS_MAX = 250;
const RETRIES_MAX = 10;
/** Modules of a workflow. */
export const MODULES_MAX = 100;

/** Effort of a model that thinks before it answers. */
export class AdvancedReasoning {
  /** How much it thinks. */
  @IsOptional() @IsIn(reasoningEfforts) effort?: ReasoningEffort | null;
  /** Most tokens that it thinks. */
  @IsOptional() @IsInt() @Min(0) budget_tokens?: Integer | null;
}

/** A model, and whether it thinks before it answers. */
export class ModelChoice {
  /** Always `llm_config`. */
  @Literal('llm_config') _type!: 'llm_config';
  /** Name of the model. */
  @IsString() @MinLength(1) @MaxLength(MODEL_NAME_CHARS_MAX) model_id!: string;
  /** Whether it thinks. */
  @IsOptional() @IsIn(['enabled', 'disabled']) reasoning?: 'enabled' | 'disabled' | null;
  /** How much it thinks. */
  @IsOptional() @Nested(() => AdvancedReasoning) advanced_reasoning?: AdvancedReasoning | null;
}

/** A model by its name, or with its settings. */
export type ModelName = string | ModelChoice;

/** The default model of the account when absent. */
export const TakesModel = (): PropertyDecorator => (target, name) => {
  IsOptional()(target, name);
  Widget('model_select')(target, name);
  Either(text({ minLength: 1, maxLength: MODEL_NAME_CHARS_MAX }), () => ModelChoice)(target, name);
};

/** Members of every module besides `module`, its name. */
export class ModuleMembers {
  /** Id of the module, a UUID; generated when absent. */
  @IsOptional() @IsUUID() id?: string | null;
  /** Shown with its steps. */
  @IsString() @MaxLength(TITLE_CHARS_MAX) title: string = 'agent';
  /** Instructions for its models, besides those of the workflow. */
  @IsOptional()
  @Widget('rules_field')
  @ListOf(text({ minLength: 1, maxLength: RULE_CHARS_MAX }), { max: RULES_MAX })
  rules?: string[] | null;
  /** How often it is tried again after a failure. */
  @IsInt() @Min(0) @Max(RETRIES_MAX) max_retries: Integer = 1;
}

/** A module as it is configured. Its further members depend on its name. */
export type AgentModule = ModuleMembers & {
  /** Name of the module. */
  readonly module: string;
};

/** Modules of one kind of a workflow in a new order. */
export class ModuleOrder {
  /** Id of each of them, in the order in which they will run. */
  @ListOf({ kind: 'uuid' }, { max: MODULES_MAX }) ids!: string[];
}
