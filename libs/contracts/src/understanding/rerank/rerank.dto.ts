import { IsString, MaxLength } from 'class-validator';
import type { Consumption } from '../../core/consumption';
import { QUERY_CHARS_MAX } from '../../search/retrieval-request/retrieval-request.dto';
import { MapOf } from '../../validation/decorators';
import { text } from '../../validation/node';
import { type PredictionOrigin, USER_CHARS_MAX } from '../../prediction/prediction.dto';

/** Texts of one request. */
export const RERANKED_TEXTS_MAX = 500;
/** Code points of one text. */
const RERANKED_TEXT_CHARS_MAX = 100_000;

/** A question, and texts that may answer it. */
export class RerankPayload {
  /** The question. */
  @IsString() @MaxLength(QUERY_CHARS_MAX) question!: string;
  /** Who asks. */
  @IsString() @MaxLength(USER_CHARS_MAX) user_id!: string;
  /** At most 500 texts by keys of the caller, each of at most 100,000 characters. */
  @MapOf(text({ maxLength: RERANKED_TEXT_CHARS_MAX }), { sizeMax: RERANKED_TEXTS_MAX })
  context: Record<string, string> = {};
}

/** How well texts answer a question. */
export class ContextScores {
  /** A score from 0 to 1 for every key; higher is better. Comparable within one answer only. */
  context_scores!: Readonly<Record<string, number>>;
  /** Consumption, with the header `x-show-consumption: true`; else null. Tokens are estimated by length. */
  consumption!: Consumption | null;
}

/** How well texts answer a question, and who says so. */
export class PredictedScores {
  /** Model that scored them; absent for clients, which read the headers. */
  origin?: PredictionOrigin;
  /** The scores. */
  answer!: ContextScores;
}
