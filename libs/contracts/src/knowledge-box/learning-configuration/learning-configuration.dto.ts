import { IsOptional, IsString, MaxLength } from 'class-validator';
import { ListOf, RefuseUnknown, Unsupported } from '../../validation/decorators';
import { isOff, nothingOr } from '../../validation/nothing';
import { text } from '../../validation/node';

/** Code points of the name of a model. */
export const MODEL_NAME_CHARS_MAX = 250;
const MODELS_MAX = 10;

/**
 * Which models a knowledge box is to use. A name that the deployment does not have is refused. So are unknown members,
 * and members that this version cannot honour, unless they ask for what happens anyway.
 */
@RefuseUnknown()
export class LearningConfiguration {
  /** Deprecated: `semantic_models` with one entry. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) semantic_model?: string | null;
  /** Embedding models, each installed in the deployment: the box gets a vectorset for each. */
  @IsOptional() @ListOf(text({ maxLength: MODEL_NAME_CHARS_MAX }), { max: MODELS_MAX }) semantic_models?:
    string[] | null;
  /** Embedding model of searches that name no vectorset: one of `semantic_models`, the first when absent. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) default_semantic_model?: string | null;
  /** Model that answers questions. It must be that of the deployment. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) generative_model?: string | null;
  /** Model that writes summaries. It must be the generative model of the deployment. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) summary_model?: string | null;
  @Unsupported(nothingOr('disabled')) anonymization_model?: unknown;
  @Unsupported(nothingOr('disabled')) visual_labeling?: unknown;
  @Unsupported(nothingOr('multilingual')) ner_model?: unknown;
  @Unsupported(nothingOr('base')) relation_model?: unknown;
  @Unsupported(nothingOr('simple')) summary?: unknown;
  @Unsupported(isOff) prefer_markdown_generative_response?: unknown;
}
