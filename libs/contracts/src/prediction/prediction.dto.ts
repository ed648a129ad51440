import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import type { UsedTokens } from '../core/consumption';
import { MODEL_NAME_CHARS_MAX } from '../knowledge-box/learning-configuration/learning-configuration.dto';

/** Code points of the name under which somebody asks. */
export const USER_CHARS_MAX = 1_024;

/** How a prediction is returned. */
export class PredictionHeaders {
  /** Whether the answer says how many tokens it consumed. */
  @IsBoolean() 'x-show-consumption': boolean = false;
}

/** The model of a prediction. */
export class ModelQuery {
  /** Name of the model; the default of the deployment when absent. It takes precedence over the body. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) model?: string;
}

/** Where a prediction comes from, which its response headers say. */
export interface PredictionOrigin {
  /** Names the prediction: 32 hex digits, other ones for every request. */
  readonly learningId: string;
  /** Name of the model. */
  readonly model: string;
  /** Id of the request in logs. */
  readonly traceId: string;
  /** Of a rewritten question: whether the chat history mattered. */
  readonly usedHistory?: boolean;
  /** Tokens that a model used, where its answer does not say them to services; absent without a model. */
  readonly used?: UsedTokens;
}
