import { IsBoolean, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import type { Constructor } from '../../core/input';
import { PROMPT_CHARS_MAX } from '../../search/retrieval-request/retrieval-request.dto';
import { Is, Literal, TaggedBody, Unsupported, Widget } from '../../validation/decorators';
import { listOf, tagged } from '../../validation/node';
import { isOff } from '../../validation/nothing';
import { BRANCH_MODULES_MAX, ConditionalMembers } from '../conditional/conditional.dto';
import { type AgentModule, ModuleMembers, type ModelName, TakesModel } from '../module/module.dto';

/** Answers from the contexts. */
export class SummarizeConfig extends ModuleMembers {
  /** Name of the module. */
  @Literal('summarize') module!: 'summarize';
  /** System prompt that replaces that of the product. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) @Widget('expandable_textarea') system_prompt?: string | null;
  /**
   * User prompt that replaces that of the product, with the placeholders `{context}`, `{question}` and those of
   * arguments, such as `{city}`. Context and question follow a prompt without their placeholders.
   */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) @Widget('expandable_textarea') prompt?: string | null;
  /** Model that answers. */
  @TakesModel() model?: ModelName | null;
  /** Whether the model is shown the images of the contexts. */
  @IsBoolean() images: boolean = false;
  /** Whether the answer is the next turn of a conversation: the model sees the chat history and speaks accordingly. */
  @IsBoolean() conversational: boolean = false;
  /** Not supported: whether prompts of MCP servers that were chosen are used. */
  @Unsupported(isOff) include_mcp_prompts: boolean = false;
  /** Whether the answer cites its sources. */
  @IsBoolean() citations: boolean = true;
  /** Whether citations name chunks, not whole contexts. */
  @IsBoolean() force_chunk_level_citations: boolean = true;
  /** Whether the model sees the chat history. */
  @IsBoolean() history: boolean = false;
}

/** Answers a prompt of its own; the model may use what it knows. */
export class GenerateConfig extends ModuleMembers {
  /** Name of the module. */
  @Literal('generate') module!: 'generate';
  /** The prompt, with the placeholders `{context}`, `{question}` and those of arguments; the question when absent. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) @Widget('expandable_textarea') prompt?: string | null;
  /** Model that answers. */
  @TakesModel() model?: ModelName | null;
  /** Whether the model is shown the images of the contexts. */
  @IsBoolean() images: boolean = false;
  /** Whether the model may draw images, which are in the possible answer; a model that draws none refuses it. */
  @IsBoolean() generate_image: boolean = false;
}

/** Gives what was found as the answer. */
export class PassthroughConfig extends ModuleMembers {
  /** Name of the module. */
  @Literal('passthrough') module!: 'passthrough';
  /** True: every text with its title, its address and a citation; false: the answers of sources, or else the texts. */
  @IsBoolean() rich_context: boolean = false;
}

/** Draws charts of numbers that were found: Vega-Lite specifications, besides the answer of other modules. */
export class DataVizConfig extends ModuleMembers {
  /** Name of the module. */
  @Literal('data_viz') module!: 'data_viz';
  /** What the charts are to show. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) @Widget('expandable_textarea') prompt?: string | null;
  /** Model that draws. */
  @TakesModel() model?: ModelName | null;
}

/** Runs one of two lists of generation modules. */
export class GenerationConditionalConfig extends ConditionalMembers {
  /** Name of the module. */
  @Literal('generation_conditional') module!: 'generation_conditional';
  /** What the condition looks at: the question, or what was found. */
  @IsIn(['QUESTION', 'CONTEXT']) @Widget('enum_select') on: 'QUESTION' | 'CONTEXT' = 'QUESTION';
  /** Modules that run when it is true. */
  @Is(() => branch) then: AgentModule[] = [];
  /** Modules that run when it is not. */
  @Is(() => branch) else_: AgentModule[] = [];
}

/** Any module that answers. */
export type AnyGenerationModule =
  | GenerationConditionalConfig
  | DataVizConfig
  | GenerateConfig
  | PassthroughConfig
  | SummarizeConfig;

/** Classes of these modules by name. */
export const generationModules: Readonly<Record<string, () => Constructor<AnyGenerationModule>>> = {
  generation_conditional: () => GenerationConditionalConfig,
  data_viz: () => DataVizConfig,
  generate: () => GenerateConfig,
  passthrough: () => PassthroughConfig,
  summarize: () => SummarizeConfig,
};

const branch = listOf(tagged('module', generationModules), { max: BRANCH_MODULES_MAX });

/** A module that answers: `module` says which one. */
@TaggedBody('module', generationModules)
export class GenerationModuleBody {}
