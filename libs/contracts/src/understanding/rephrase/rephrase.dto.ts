import { IsNumber, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import { USER_CHARS_MAX, type PredictionOrigin } from '../../prediction/prediction.dto';
import { TEXT_CHARS_MAX } from '../../core/identifiers';
import { MODEL_NAME_CHARS_MAX } from '../../knowledge-box/learning-configuration/learning-configuration.dto';
import { ChatMessage } from '../../search/ask/ask.dto';
import { rephrasePlaceholder } from '../../search/query-image/query-image.dto';
import { PROMPT_CHARS_MAX, QUERY_CHARS_MAX } from '../../search/retrieval-request/retrieval-request.dto';
import { ListOf, Satisfies } from '../../validation/decorators';
import { text } from '../../validation/node';

const MESSAGES_MAX = 1_000;
const CONTEXTS_MAX = 1_000;

/** A question that may refer to its chat history. */
export class RephrasePayload {
  /** The question as it was asked. */
  @IsString() @MinLength(1) @MaxLength(QUERY_CHARS_MAX) question!: string;
  /** Chat history, oldest first. */
  @ListOf(() => ChatMessage, { max: MESSAGES_MAX }) chat_history: ChatMessage[] = [];
  /** Older name of `chat_history`; where both have messages, these come first. */
  @ListOf(() => ChatMessage, { max: MESSAGES_MAX }) context: ChatMessage[] = [];
  /** Texts that may explain what the question refers to. */
  @ListOf(text({ maxLength: TEXT_CHARS_MAX }), { max: CONTEXTS_MAX }) user_context: string[] = [];
  /** Who asks. */
  @IsString() @MaxLength(USER_CHARS_MAX) user_id: string = 'system';
  /** Name of the model; the default when absent. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) generative_model?: string | null;
  /** How the question is rewritten, with the placeholder `{question}`. A model that follows no prompts refuses it. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) @Satisfies(rephrasePlaceholder) prompt?: string | null;
  /** Another name of `prompt`, which takes precedence. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) @Satisfies(rephrasePlaceholder) rephrase_prompt?:
    | string
    | null;
  /** How little the history must matter to be ignored: 0 always uses it, 1 never. */
  @IsOptional() @IsNumber() @Min(0) @Max(1) chat_history_relevance_threshold?: number | null;
}

/** A rewritten question, and where it comes from. */
export class PredictedQuestion {
  /** Model that rewrote it; absent for clients, which read the headers. */
  origin?: PredictionOrigin;
  /**
   * The question, rewritten where that was needed, followed by the digit `0`; or the question as it was asked, followed
   * by `-2`, when it refers to something that is named nowhere. A setting of the deployment leaves the suffix out.
   */
  answer!: string;
}
