import { IsIn, IsInt, IsOptional, IsString, MaxLength, Min } from 'class-validator';
import type { Consumption } from '../../core/consumption';
import type { Integer } from '../../core/integer';
import { MODEL_NAME_CHARS_MAX } from '../../knowledge-box/learning-configuration/learning-configuration.dto';
import { QUERY_CHARS_MAX } from '../../search/retrieval-request/retrieval-request.dto';
import { Either } from '../../validation/decorators';
import { listOf, text, whole } from '../../validation/node';
import type { PredictionOrigin } from '../../prediction/prediction.dto';

const INPUTS_MAX = 2_048;
const TOKENS_MAX = 8_192;
const input = text({ maxLength: QUERY_CHARS_MAX });
const tokens = listOf(whole({ ge: 0, le: 2 ** 31 - 1 }), { min: 1, max: TOKENS_MAX });

/** Texts to turn into vectors. Unknown members are ignored. */
export class EmbeddingsRequest {
  /**
   * One text, or at most 2,048, of 20,000 characters each. Models cut longer texts at their own limit. Instead of a
   * text its tokens, at most 8,192, where they are of the tokenizer of a model that this server runs.
   */
  @Either(input, listOf(input, { min: 1, max: INPUTS_MAX }), tokens, listOf(tokens, { min: 1, max: INPUTS_MAX }))
  input!: string | string[] | number[] | number[][];
  /** Name of the embedding model; the default when absent. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) model?: string | null;
  /** `float` for numbers, `base64` for the bytes of 32-bit floats, little-endian. */
  @IsIn(['float', 'base64']) encoding_format: 'float' | 'base64' = 'float';
  /** Must be that of the model. */
  @IsOptional() @IsInt() @Min(1) dimensions?: number | null;
}

/** One vector. */
export interface EmbeddingData {
  /** Kind of the object. */
  readonly object: 'embedding';
  /** Place of its text in the request, from 0. */
  readonly index: Integer;
  /** Numbers, or with `base64` their bytes. Of unit length. */
  readonly embedding: readonly number[] | string;
}

/** Vectors of texts. */
export class EmbeddingList {
  /** Kind of the object. */
  object!: 'list';
  /** One per text, in order. */
  data!: readonly EmbeddingData[];
  /** Name of the model. */
  model!: string;
  /** Tokens of the texts, estimated by their length. */
  usage!: {
    /** Tokens of the texts. */
    readonly prompt_tokens: Integer;
    /** The same. */
    readonly total_tokens: Integer;
  };
  /** Consumption, with the header `x-show-consumption: true`. */
  consumption?: Consumption;
}

/** Vectors of texts, and where they come from, as they travel between services. */
export class PredictedEmbeddings {
  /** Model that made them. */
  origin!: PredictionOrigin;
  /** Name of the model. */
  model!: string;
  /** One per text, in order: the bytes of 32-bit floats, little-endian, in base64. */
  vectors!: readonly string[];
  /** How clients get them. */
  format!: 'float' | 'base64';
  /** Tokens of the texts. */
  tokens!: Integer;
  /** Whether the answer says how many tokens it consumed. */
  showsConsumption!: boolean;
}
