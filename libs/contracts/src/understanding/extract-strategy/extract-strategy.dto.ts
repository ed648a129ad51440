import { IsBoolean, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { STRATEGY_ID_CHARS_MAX } from '../../knowledge-box/limits';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { Is, Nested } from '../../validation/decorators';
import { ConfigurationTarget } from '../configuration/configuration.dto';
import {
  ParagraphCharsMax,
  STRATEGY_NAME_CHARS_MAX,
  StrategyModel,
  strategyRules,
} from '../strategy-model/strategy-model.dto';

/** Pages whose tables may be one. */
export const MERGED_PAGES_MAX = 5_000;
const PARALLEL_CALLS_MAX = 32;

/** Pages are read by a model that sees them. */
export class VisualExtraction {
  /** Which model reads. It must read images. */
  @IsOptional() @Nested(() => StrategyModel) llm?: StrategyModel | null;
  /** Rules for the model, in plain language: at most 50 of 2,000 characters. */
  @IsOptional() @Is(() => strategyRules) rules?: string[] | null;
  /** Of `ai_tables`: whether a table that continues on the next page becomes one table. */
  @IsOptional() @IsBoolean() merge_pages?: boolean | null;
  /** Of `ai_tables`: pages that are looked at together, at most; 0 for as many as one call takes, which are 8. */
  @IsOptional() @IsInt() @Min(0) @Max(MERGED_PAGES_MAX) max_pages_to_merge?: number | null;
}

/** How long paragraphs are. */
export class ExtractSplit {
  /** Longest paragraph in characters, from 50 to 10,000; 0 for the default. A split strategy takes precedence. */
  @IsOptional() @IsInt() @ParagraphCharsMax() max_paragraph?: number | null;
}

/** How the text is taken out of fields. Unknown members are ignored. */
export class ExtractStrategy {
  /** For people. */
  @IsOptional() @IsString() @MaxLength(STRATEGY_NAME_CHARS_MAX) name?: string | null;
  /** The pages of PDFs, and pictures, are read by a model that sees them. */
  @IsOptional() @Nested(() => VisualExtraction) vllm_config?: VisualExtraction | null;
  /** The tables of PDFs and pictures are rewritten by a model that sees them. */
  @IsOptional() @Nested(() => VisualExtraction) ai_tables?: VisualExtraction | null;
  /**
   * Whether parts that programs hide are read, too: sheets, rows and columns of spreadsheets, text and rows of Word
   * documents. They are left out by default, and a warning of the field says how many.
   */
  @IsOptional() @IsBoolean() include_hidden?: boolean | null;
  /** How long paragraphs are. */
  @IsOptional() @Nested(() => ExtractSplit) split?: ExtractSplit | null;
  /** Calls of the model at the same time for one field, at most 32; 0 for the default, which is 4. */
  @IsOptional() @IsInt() @Min(0) @Max(PARALLEL_CALLS_MAX) max_parallel_llm_calls?: number | null;
}

/** Extract strategies by their ids. */
export class ExtractStrategies {
  [id: string]: ExtractStrategy;
}

/** An extract strategy of a knowledge box that need not be here. */
export class ExtractStrategyTarget extends ConfigurationTarget {
  /** Id of the strategy, UUID with or without hyphens. */
  @IsString() @MaxLength(STRATEGY_ID_CHARS_MAX) strategy_id!: string;
}

/** An extract strategy of a knowledge box. */
export class BoxExtractStrategyTarget extends KnowledgeBoxTarget {
  /** Id of the strategy, UUID with or without hyphens. */
  @IsString() @MaxLength(STRATEGY_ID_CHARS_MAX) strategy_id!: string;
}
