import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import type { Constructor } from '../../core/input';
import { ListOf, Literal, MapOf, TaggedBody } from '../../validation/decorators';
import { listOf, text } from '../../validation/node';
import { IDENTIFIER_CHARS_MAX } from '../driver/driver.dto';
import { ModuleMembers, type ModelName, TakesModel } from '../module/module.dto';

const FILTERS_MAX = 100;
const FILTER_CHARS_MAX = 1_024;
const SYNONYMS_MAX = 1_000;
const filter = text({ maxLength: FILTER_CHARS_MAX });

/** Rewrites the question, so that it stands alone and says what is looked for. */
export class RephraseConfig extends ModuleMembers {
  /** Name of the module. */
  @Literal('rephrase') module!: 'rephrase';
  /** Identifier of the driver whose knowledge box the words come from. */
  @IsOptional() @IsString() @MaxLength(IDENTIFIER_CHARS_MAX) kb?: string | null;
  /** Ids of resources to rewrite for. */
  @ListOf(filter, { max: FILTERS_MAX }) rids: string[] = [];
  /** Labels of resources to rewrite for. */
  @ListOf(filter, { max: FILTERS_MAX }) labels: string[] = [];
  /** Whether synonyms are added. */
  @IsBoolean() synonyms: boolean = true;
  /** Synonyms by word. */
  @MapOf(listOf(filter, { max: FILTERS_MAX }), { sizeMax: SYNONYMS_MAX }) provided_synonyms: Record<string, string[]> =
    {};
  /** Whether the question may become longer. */
  @IsBoolean() extend: boolean = true;
  /** Whether the information of the session is used. */
  @IsBoolean() session_info: boolean = false;
  /** Whether the chat history is used. */
  @IsBoolean() history: boolean = false;
  /** Model that rewrites. */
  @TakesModel() model?: ModelName | null;
  /** Whether a question that asks several things becomes several questions. */
  @IsBoolean() split_question: boolean = false;
}

/** Any module that runs before the context. */
export type AnyPreprocessModule = RephraseConfig;

/** Classes of these modules by name. */
export const preprocessModules: Readonly<Record<string, () => Constructor<AnyPreprocessModule>>> = {
  rephrase: () => RephraseConfig,
};

/** A module that runs before the context: `module` says which one. */
@TaggedBody('module', preprocessModules)
export class PreprocessModuleBody {}
