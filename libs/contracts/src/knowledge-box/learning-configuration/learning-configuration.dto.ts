import { IsBoolean, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { ListOf, MapOf, Nested, RefuseUnknown, Satisfies, Unsupported } from '../../validation/decorators';
import { nothingOr } from '../../validation/nothing';
import { text } from '../../validation/node';
import { UserKeys } from '../user-keys/user-keys.dto';

/** Code points of the name of a model. */
export const MODEL_NAME_CHARS_MAX = 250;
const MODELS_MAX = 10;
const STORED_PROMPT_CHARS_MAX = 100_000;
/** Providers that prompts are given for. */
export const PROVIDERS_MAX = 32;
/** Name of a provider. */
export const PROVIDER_NAME = /^[a-z0-9_]{1,64}$/;

/** Kinds of summaries. */
const summaryKinds = ['simple', 'extended'] as const;

/** Prompts for the models of one provider, instead of those of the product. Prompts of a request take precedence. */
@RefuseUnknown()
export class UserPrompt {
  /** Role of the model and instructions for its answers. */
  @IsOptional() @IsString() @MaxLength(STORED_PROMPT_CHARS_MAX) system?: string | null;
  /** The question with its context, with the placeholders `{context}` and `{question}`. */
  @IsOptional() @IsString() @MaxLength(STORED_PROMPT_CHARS_MAX) prompt?: string | null;
}

/** Prompt for summaries. */
@RefuseUnknown()
export class SummaryPrompt {
  /** With the placeholder `{text}`. */
  @IsString() @MaxLength(STORED_PROMPT_CHARS_MAX) @Satisfies(textPlaceholder) prompt!: string;
}

/**
 * Changeable members of a learning configuration. Null restores the default. A model that the deployment does not
 * have is refused. So are unknown members, and members that this version cannot honour, unless they ask for what
 * happens anyway.
 */
@RefuseUnknown()
export class LearningConfigurationUpdate {
  /**
   * Embedding model of searches that name no vectorset: one of `semantic_models`, the first when absent. That of a
   * knowledge box that is here is its oldest vectorset.
   */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) default_semantic_model?: string | null;
  /** Model that answers questions which name none; that of the deployment when absent. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) generative_model?: string | null;
  /** Model that sums up texts; the generative model when absent. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) summary_model?: string | null;
  /** How long summaries are that do not say it themselves; `simple` when absent. */
  @IsOptional() @IsIn(summaryKinds) summary?: (typeof summaryKinds)[number] | null;
  /** Prompt for summaries; the prompt of the product when absent. */
  @IsOptional() @Nested(() => SummaryPrompt) summary_prompt?: SummaryPrompt | null;
  /**
   * Prompts by provider, such as `openai_compat`; they are used with models of that provider. The built-in reader
   * follows no prompts.
   */
  @IsOptional() @MapOf(() => UserPrompt, { keys: PROVIDER_NAME, sizeMax: PROVIDERS_MAX }) user_prompts?: Record<
    string,
    UserPrompt
  > | null;
  /** Keys by provider, which are stored encrypted. */
  @IsOptional() @Nested(() => UserKeys) user_keys?: UserKeys | null;
  /** Whether answers are formatted as Markdown although the question does not ask for it. */
  @IsOptional() @IsBoolean() prefer_markdown_generative_response?: boolean | null;
  @Unsupported(nothingOr('disabled')) anonymization_model?: unknown;
  @Unsupported(nothingOr('disabled')) visual_labeling?: unknown;
  @Unsupported(nothingOr('multilingual')) ner_model?: unknown;
  @Unsupported(nothingOr('base')) relation_model?: unknown;
}

/** A whole learning configuration: absent members get their defaults. */
export class LearningConfiguration extends LearningConfigurationUpdate {
  /** Deprecated: `semantic_models` with one entry. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) semantic_model?: string | null;
  /**
   * Embedding models, each installed in the deployment. A new knowledge box gets a vectorset for each; those of a
   * knowledge box that is here are its vectorsets, and are changed as such.
   */
  @IsOptional() @ListOf(text({ maxLength: MODEL_NAME_CHARS_MAX }), { max: MODELS_MAX }) semantic_models?:
    | string[]
    | null;
}

function textPlaceholder(prompt: string): string | undefined {
  return prompt.includes('{text}') ? undefined : 'The prompt must contain the {text} placeholder';
}
