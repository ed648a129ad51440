import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import type { Constructor } from '../../core/input';
import { PROMPT_CHARS_MAX } from '../../search/retrieval-request/retrieval-request.dto';
import { Literal, TaggedBody } from '../../validation/decorators';
import { ModuleMembers, type ModelName, TakesModel } from '../module/module.dto';

/** Answers from the contexts. */
export class SummarizeConfig extends ModuleMembers {
  /** Name of the module. */
  @Literal('summarize') module!: 'summarize';
  /** System prompt that replaces that of the product. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) system_prompt?: string | null;
  /** User prompt that replaces that of the product, with the placeholders `{context}` and `{question}`. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) prompt?: string | null;
  /** Model that answers. */
  @TakesModel() model?: ModelName | null;
  /** Whether the model is shown the images of the contexts. */
  @IsBoolean() images: boolean = false;
  /** Whether the answer is one turn of a conversation. */
  @IsBoolean() conversational: boolean = false;
  /** Whether prompts of MCP servers that were chosen are used. */
  @IsBoolean() include_mcp_prompts: boolean = false;
  /** Whether the answer cites its sources. */
  @IsBoolean() citations: boolean = true;
  /** Whether citations name chunks, not whole contexts. */
  @IsBoolean() force_chunk_level_citations: boolean = true;
  /** Whether the model sees the chat history. */
  @IsBoolean() history: boolean = false;
}

/** Any module that answers. */
export type AnyGenerationModule = SummarizeConfig;

/** Classes of these modules by name. */
export const generationModules: Readonly<Record<string, () => Constructor<AnyGenerationModule>>> = {
  summarize: () => SummarizeConfig,
};

/** A module that answers: `module` says which one. */
@TaggedBody('module', generationModules)
export class GenerationModuleBody {}
