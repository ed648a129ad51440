import { IsBoolean, IsIn, IsInt, IsObject, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import type { Constructor } from '../../core/input';
import type { Integer } from '../../core/integer';
import { IsWebAddress, RequestHeaders } from '../../knowledge-box/http-request';
import { JSON_DEPTH_MAX } from '../../knowledge-box/limits';
import { PROMPT_CHARS_MAX } from '../../search/retrieval-request/retrieval-request.dto';
import { Is, Literal, Satisfies, TaggedBody, Together, Unsupported, Widget } from '../../validation/decorators';
import { jsonWithin } from '../../validation/json-bounds';
import { listOf, tagged } from '../../validation/node';
import { PostprocessAliniaConfig } from '../alinia-module/alinia-module.dto';
import { BRANCH_MODULES_MAX, ConditionalMembers } from '../conditional/conditional.dto';
import { IsAddress, IsSecret } from '../driver-secrets';
import { type AgentModule, ModuleMembers, type ModelName, TakesModel } from '../module/module.dto';

const RESTARTS_MAX = 5;
const OBJECT_CHARS_MAX = 100_000;

const objectBounds = jsonWithin({ depthMax: JSON_DEPTH_MAX, charsMax: OBJECT_CHARS_MAX });

/** Runs the workflow again when a model finds that the answer breaks the rules. */
export class RestartConfig extends ModuleMembers {
  /** Name of the module. */
  @Literal('restart') module!: 'restart';
  /** Model that judges the answer. */
  @TakesModel() model?: ModelName | null;
  /** How often the workflow runs again. */
  @IsInt() @Min(0) @Max(RESTARTS_MAX) retries: Integer = 2;
  /** A further rule. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) @Widget('expandable_textarea') prompt?: string | null;
}

/** Scores the answer: whether it addresses the question, and what the contexts support of it. */
export class RemiConfig extends ModuleMembers {
  /** Name of the module. */
  @Literal('remi') module!: 'remi';
  /** Whether it is scored against all contexts or against the answers of context modules. */
  @IsOptional() @IsIn(['full', 'partial_answers']) context_granularity?: 'full' | 'partial_answers' | null;
  /** Not supported: modules for good scores; use `post_conditional`. */
  @Unsupported() then: unknown[] = [];
  /** Not supported: modules for bad scores; use `post_conditional`. */
  @Unsupported() else_: unknown[] = [];
}

/** Methods that `external` can use. */
const methods = ['POST', 'GET', 'PATCH'] as const;

/** Calls an address with the answer. Without `call_schema`, `call_obj` and `context`, it gets question and answer. */
@Together<ExternalConfig>(({ call_schema: schema, call_obj: object, context }) =>
  [schema, object, context].filter(Boolean).length > 1
    ? 'call_schema, call_obj and context exclude each other'
    : undefined,
)
export class ExternalConfig extends ModuleMembers {
  /** Name of the module. */
  @Literal('external') module!: 'external';
  /** The address: http or https, on the public internet. */
  @IsString() @IsWebAddress() @IsAddress() url!: string;
  /** How it is called; GET sends members of the object as query parameters, the others send it as JSON. */
  @IsIn(methods) @Widget('enum_select') method: (typeof methods)[number] = 'POST';
  /** How the model makes the object of `call_schema`. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) @Widget('expandable_textarea') prompt?: string | null;
  /** What the call does. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) @Widget('expandable_textarea') description?: string | null;
  /** JSON Schema of an object that is made of question, answer and contexts. */
  @IsOptional() @IsObject() @Satisfies(objectBounds) @Widget('code_editor') call_schema?: Record<
    string,
    unknown
  > | null;
  /** The object; its texts may have the placeholders `{question}`, `{answer}` and those of arguments. */
  @IsOptional() @IsObject() @Satisfies(objectBounds) @Widget('code_editor') call_obj?: Record<string, unknown> | null;
  /** Whether it gets the contexts besides question and answer. */
  @IsBoolean() context: boolean = false;
  /** Headers of the call. Secret; null or absent in a change: they stay. */
  @IsOptional() @RequestHeaders() @IsSecret() @Widget('api_headers_field') headers?: Record<string, string> | null;
  /** Model that makes the object of `call_schema`. */
  @TakesModel() model?: ModelName | null;
}

/** Suggests questions that may be asked next. */
export class RelatedConfig extends ModuleMembers {
  /** Name of the module. */
  @Literal('related') module!: 'related';
  /** What the questions are to be about. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) @Widget('expandable_textarea') prompt?: string | null;
  /** Model that writes them. */
  @TakesModel() model?: ModelName | null;
  /** Whether the model is shown the images of the contexts. */
  @IsBoolean() images: boolean = false;
}

/** Runs one of two lists of postprocess modules. */
export class PostConditionalConfig extends ConditionalMembers {
  /** Name of the module. */
  @Literal('post_conditional', 'postprocess_conditional') module!: 'post_conditional';
  /** What the condition looks at: the question, the answer, or what was found. */
  @IsIn(['QUESTION', 'ANSWER', 'CONTEXT']) @Widget('enum_select') on: 'QUESTION' | 'ANSWER' | 'CONTEXT' = 'QUESTION';
  /** Modules that run when it is true. */
  @Is(() => branch) then: AgentModule[] = [];
  /** Modules that run when it is not. */
  @Is(() => branch) else_: AgentModule[] = [];
}

/** Any module that runs after the answer. */
export type AnyPostprocessModule =
  | PostConditionalConfig
  | ExternalConfig
  | PostprocessAliniaConfig
  | RelatedConfig
  | RemiConfig
  | RestartConfig;

/** Classes of these modules by name. */
export const postprocessModules: Readonly<Record<string, () => Constructor<AnyPostprocessModule>>> = {
  post_conditional: () => PostConditionalConfig,
  postprocess_conditional: () => PostConditionalConfig,
  external: () => ExternalConfig,
  postprocess_alinia: () => PostprocessAliniaConfig,
  related: () => RelatedConfig,
  remi: () => RemiConfig,
  restart: () => RestartConfig,
};

const branch = listOf(tagged('module', postprocessModules), { max: BRANCH_MODULES_MAX });

/** A module that runs after the answer: `module` says which one. */
@TaggedBody('module', postprocessModules)
export class PostprocessModuleBody {}
