import { IsOptional, IsString, MaxLength } from 'class-validator';
import type { Consumption } from '../../core/consumption';
import { MODEL_NAME_CHARS_MAX } from '../../knowledge-box/learning-configuration/learning-configuration.dto';
import { QUERY_CHARS_MAX } from '../../search/retrieval-request/retrieval-request.dto';
import { ListOf } from '../../validation/decorators';
import { text } from '../../validation/node';
import type { PredictionOrigin } from '../../prediction/prediction.dto';

/** Embedding models of one request. */
export const SEMANTIC_MODELS_MAX = 10;
/** Texts of one request. */
export const SENTENCES_MAX = 500;
const sentence = text({ maxLength: QUERY_CHARS_MAX });
const modelName = text({ maxLength: MODEL_NAME_CHARS_MAX });

/** A vector of numbers. */
export type SentenceVector = readonly number[];

/** A text to turn into a vector. */
export class SentenceQuery {
  /** The text. URL and headers hold 16 KiB together. */
  @IsString() @MaxLength(QUERY_CHARS_MAX) text!: string;
  /** Name of the embedding model; the default of the deployment when absent. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) model?: string;
}

/** A text to turn into vectors of one or more models. */
export class SentenceOfBoxQuery {
  /** The text. URL and headers hold 16 KiB together. */
  @IsString() @MaxLength(QUERY_CHARS_MAX) text!: string;
  /** Names of embedding models, at most 10; the default of the knowledge box when absent. */
  @IsOptional() @ListOf(modelName, { max: SEMANTIC_MODELS_MAX }) models?: string[];
}

/** Vectors of a text. */
export class SentenceVectors {
  /** Deprecated: the vector of the first model. */
  data!: SentenceVector;
  /** Seconds that all models took. */
  time!: number;
  /** Vectors of unit length, by name of the model. */
  vectors!: Readonly<Record<string, SentenceVector>>;
  /** Seconds, by name of the model. */
  timings!: Readonly<Record<string, number>>;
  /** Consumption, with the header `x-show-consumption: true`; else null. Tokens are estimated by length. */
  consumption!: Consumption | null;
}

/** Vectors of a text, and where they come from. */
export class PredictedSentence {
  /** Model that made them; absent for clients, which read the headers. */
  origin?: PredictionOrigin;
  /** The vectors. */
  answer!: SentenceVectors;
}

/** Texts to turn into vectors. */
export class SentencesPayload {
  /** At most 500, each of at most 20,000 characters, in all as much as a request may have. */
  @ListOf(sentence, { max: SENTENCES_MAX }) texts!: string[];
  /** Name of the embedding model; the default of the deployment when absent. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) model?: string | null;
}

/** Vectors of texts. */
export class SentenceBatch {
  /** One of unit length per text, in order. */
  vectors!: readonly SentenceVector[];
  /** Seconds that it took. */
  time!: number;
  /** Seconds, by name of the model. */
  timings!: Readonly<Record<string, number>>;
  /** Consumption, with the header `x-show-consumption: true`; else null. Tokens are estimated by length. */
  consumption!: Consumption | null;
}

/** Vectors of texts, and where they come from. */
export class PredictedSentenceBatch {
  /** Model that made them; absent for clients, which read the headers. */
  origin?: PredictionOrigin;
  /** The vectors. */
  answer!: SentenceBatch;
}
