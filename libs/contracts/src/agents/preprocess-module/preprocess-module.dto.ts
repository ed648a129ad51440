import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import type { Constructor } from '../../core/input';
import { Is, Literal, MapOf, TaggedBody, Unsupported, Widget } from '../../validation/decorators';
import { listOf, tagged, text } from '../../validation/node';
import { PreprocessAliniaConfig } from '../alinia-module/alinia-module.dto';
import { IDENTIFIER_CHARS_MAX } from '../driver-members/driver-members.dto';
import { BRANCH_MODULES_MAX, ConditionalMembers, type ConditionSubject } from '../conditional/conditional.dto';
import { type AgentModule, ModuleMembers, type ModelName, TakesModel } from '../module/module.dto';

const SYNONYMS_MAX = 1_000;
const SYNONYMS_PER_WORD_MAX = 50;
const SYNONYM_CHARS_MAX = 1_024;
const synonym = text({ minLength: 1, maxLength: SYNONYM_CHARS_MAX });

/** Adds earlier turns of the session as a context, from which later modules may answer. */
export class HistoricalConfig extends ModuleMembers {
  /** Name of the module. */
  @Literal('historical') module!: 'historical';
  /** True: all turns that the session or the request has; false: the latest three. */
  @IsBoolean() all!: boolean;
}

/** Rewrites the question, so that it stands alone and says what is looked for. */
export class RephraseConfig extends ModuleMembers {
  /** Name of the module. */
  @Literal('rephrase') module!: 'rephrase';
  /** Identifier of the driver of a knowledge box, whose custom synonyms are added. */
  @IsOptional() @IsString() @MaxLength(IDENTIFIER_CHARS_MAX) @Widget('driver_select', 'in-node') kb?: string | null;
  /** Not supported: custom synonyms belong to a knowledge box, not to resources. */
  @Unsupported() rids: string[] = [];
  /** Not supported, for the same reason. */
  @Unsupported() labels: string[] = [];
  /** Whether synonyms of words in the question are added to it. */
  @IsBoolean() synonyms: boolean = true;
  /** Synonyms by word or phrase, besides those of the knowledge box. */
  @Widget('synonyms_field')
  @MapOf(listOf(synonym, { max: SYNONYMS_PER_WORD_MAX }), { sizeMax: SYNONYMS_MAX })
  provided_synonyms: Record<string, string[]> = {};
  /** Whether the question may become longer; if not, no synonyms are added. */
  @IsBoolean() extend: boolean = true;
  /** Whether the data of the session says what the question refers to. */
  @IsBoolean() session_info: boolean = false;
  /** Whether the chat history is used. */
  @IsBoolean() history: boolean = false;
  /** Model that rewrites. */
  @TakesModel() model?: ModelName | null;
  /** Whether a question that asks several things becomes several questions, at most five. */
  @IsBoolean() split_question: boolean = false;
}

/** Runs one of two lists of preprocess modules. */
export class PreConditionalConfig extends ConditionalMembers {
  /** Name of the module. */
  @Literal('pre_conditional', 'preprocess_conditional') module!: 'pre_conditional';
  /** What the condition looks at: the question. */
  @Literal('QUESTION') @Widget('enum_select') on: ConditionSubject & 'QUESTION' = 'QUESTION';
  /** Modules that run when it is true. */
  @Is(() => branch) then: AgentModule[] = [];
  /** Modules that run when it is not. */
  @Is(() => branch) else_: AgentModule[] = [];
}

/** Any module that runs before the context. */
export type AnyPreprocessModule = PreConditionalConfig | HistoricalConfig | PreprocessAliniaConfig | RephraseConfig;

/** Classes of these modules by name. */
export const preprocessModules: Readonly<Record<string, () => Constructor<AnyPreprocessModule>>> = {
  pre_conditional: () => PreConditionalConfig,
  preprocess_conditional: () => PreConditionalConfig,
  historical: () => HistoricalConfig,
  preprocess_alinia: () => PreprocessAliniaConfig,
  rephrase: () => RephraseConfig,
};

const branch = listOf(tagged('module', preprocessModules), { max: BRANCH_MODULES_MAX });

/** A module that runs before the context: `module` says which one. */
@TaggedBody('module', preprocessModules)
export class PreprocessModuleBody {}
