import { IsOptional, IsString, MaxLength } from 'class-validator';
import type { Consumption } from '../../core/consumption';
import type { Integer } from '../../core/integer';
import { Literal } from '../../validation/decorators';
import { QUERY_CHARS_MAX } from '../../search/retrieval-request/retrieval-request.dto';
import type { PredictionOrigin } from '../../prediction/prediction.dto';

/** The only recogniser of names: rules for any language, by the name under which clients ask for it. */
export const ENTITY_MODEL = 'multilingual';

/** A text in which names are recognised. */
export class TokensQuery {
  /** The text. URL and headers hold 16 KiB together. */
  @IsString() @MaxLength(QUERY_CHARS_MAX) text!: string;
  /** Name of the recogniser. */
  @IsOptional() @Literal(ENTITY_MODEL) model?: string;
}

/** Something that a text names. */
export interface RecognizedToken {
  /** As it is written there. */
  readonly text: string;
  /**
   * Its type: `PERSON`, `ORG`, `GPE` (countries, states, cities), `LOC` (other places), `DATE`, `TIME`, `MONEY`,
   * `PERCENT`, `EMAIL`, `URL`, or `MISC`.
   */
  readonly ner: string;
  /** Its first code point, from 0. */
  readonly start: Integer;
  /** First code point after it. */
  readonly end: Integer;
}

/** Names in a text. */
export class RecognizedTokens {
  /** In order of appearance; none overlaps another. */
  tokens!: readonly RecognizedToken[];
  /** Seconds that it took. */
  time!: number;
  /** Always 0: rules read no tokens. */
  input_tokens!: Integer;
  /** Consumption, with the header `x-show-consumption: true`; else null. */
  consumption!: Consumption | null;
}

/** Names in a text, and the model that recognised them. */
export class PredictedTokens {
  /** Model that recognised them; absent for clients, which read the headers. */
  origin?: PredictionOrigin;
  /** Names in the text. */
  answer!: RecognizedTokens;
}
