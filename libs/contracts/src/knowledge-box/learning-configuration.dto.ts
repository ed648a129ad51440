import { IsOptional, IsString, MaxLength } from 'class-validator';
import { ListOf, RefuseUnknown, Unsupported } from '../validation/decorators';
import { isOff, nothingOr } from '../validation/nothing';
import { text } from '../validation/node';

export const MODEL_NAME_CHARS_MAX = 250;
const MODELS_MAX = 10;

/**
 * Which models a knowledge box is to use. The members of the interface that have no effect yet are refused, unless they
 * say what happens anyway; so are unknown ones.
 */
@RefuseUnknown()
export class LearningConfiguration {
  /** Deprecated: `semantic_models` of one. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) semantic_model?: string | null;
  @IsOptional() @ListOf(text({ maxLength: MODEL_NAME_CHARS_MAX }), { max: MODELS_MAX }) semantic_models?:
    string[] | null;
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) default_semantic_model?: string | null;
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) generative_model?: string | null;
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) summary_model?: string | null;
  @Unsupported(nothingOr('disabled')) anonymization_model?: unknown;
  @Unsupported(nothingOr('disabled')) visual_labeling?: unknown;
  @Unsupported(nothingOr('multilingual')) ner_model?: unknown;
  @Unsupported(nothingOr('base')) relation_model?: unknown;
  @Unsupported(nothingOr('simple')) summary?: unknown;
  @Unsupported(isOff) prefer_markdown_generative_response?: unknown;
}
