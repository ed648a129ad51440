import { IsBoolean, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { MODEL_NAME_CHARS_MAX } from '../../knowledge-box/learning-configuration/learning-configuration.dto';
import { STRATEGY_ID_CHARS_MAX } from '../../knowledge-box/limits';
import { Is, ListOf, Literal, MapOf, Nested, Together } from '../../validation/decorators';
import { text } from '../../validation/node';
import { MERGED_PAGES_MAX } from '../extract-strategy/extract-strategy.dto';
import { SPLITTER_CHARS_MAX } from '../split-strategy/split-strategy.dto';
import { ParagraphCharsMax, STRATEGY_NAME_CHARS_MAX, strategyRules } from '../strategy-model/strategy-model.dto';

/** Embedding models of one push. */
const MODELS_MAX = 10;
/** Strategies of one push, of each kind. */
const STRATEGIES_MAX = 50;

const strategies = { keyRules: [strategyId], sizeMax: STRATEGIES_MAX };

function strategyId(id: string): string | undefined {
  const isGood = id.length > 0 && id.length <= STRATEGY_ID_CHARS_MAX;
  return isGood ? undefined : `ids of strategies have 1 to ${STRATEGY_ID_CHARS_MAX} characters`;
}

/** The model and the instructions of a strategy. */
export class PushedStrategyModel {
  /** Name of the model; `generative_model` of the push when absent or empty. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) generative_model?: string | null;
  /** Its provider; that of the model when absent or empty. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) generative_provider?: string | null;
  /** Rules for the model, in plain language: at most 50 of 2,000 characters. */
  @IsOptional() @Is(() => strategyRules) rules?: string[] | null;
}

/** Tables are rewritten by a model that sees them. */
export class PushedTableStrategy extends PushedStrategyModel {
  /** Whether a table that continues on the next page becomes one table. */
  @IsOptional() @IsBoolean() merge_pages?: boolean | null;
  /** Pages that are looked at together, at most; 0 for as many as one call takes, which are 8. */
  @IsOptional() @IsInt() @Min(0) @Max(MERGED_PAGES_MAX) max_pages_to_merge?: number | null;
}

/** Where paragraphs are cut. */
export class PushedManualSplit {
  /** The extracted text is cut at each occurrence of it, exactly as it is written here. Empty counts as none. */
  @IsOptional() @IsString() @MaxLength(SPLITTER_CHARS_MAX) splitter?: string | null;
}

/** How texts are cut into paragraphs. */
@Together<PushedSplitStrategy>(({ custom_split: kind, manual_split: manual }) =>
  kind === 'MANUAL' && !manual?.splitter ? 'custom_split MANUAL needs manual_split.splitter' : undefined,
)
@Together<PushedSplitStrategy>(({ custom_split: kind, manual_split: manual }) =>
  kind !== 'MANUAL' && manual?.splitter ? 'manual_split.splitter needs custom_split MANUAL' : undefined,
)
@Together<PushedSplitStrategy>(({ custom_split: kind, llm_split: llm }) =>
  kind !== 'LLM' && llm?.rules?.length ? 'rules of llm_split need custom_split LLM' : undefined,
)
export class PushedSplitStrategy {
  /** For people. */
  @IsString() @MaxLength(STRATEGY_NAME_CHARS_MAX) name!: string;
  /** Longest paragraph in characters, from 50 to 10,000; 0 for the default. */
  @IsOptional() @IsInt() @ParagraphCharsMax() max_paragraph?: number | null;
  /** `NONE`: at headings, blocks and sentences. `MANUAL`: as `manual_split` says. `LLM`: as `llm_split` says. */
  @IsOptional() @Literal('NONE', 'MANUAL', 'LLM') custom_split?: 'NONE' | 'MANUAL' | 'LLM' | null;
  /** Of `custom_split` `LLM`. */
  @IsOptional() @Nested(() => PushedStrategyModel) llm_split?: PushedStrategyModel | null;
  /** Of `custom_split` `MANUAL`. */
  @IsOptional() @Nested(() => PushedManualSplit) manual_split?: PushedManualSplit | null;
}

/** How the text is taken out of fields. */
export class PushedExtractStrategy {
  /** For people. */
  @IsString() @MaxLength(STRATEGY_NAME_CHARS_MAX) name!: string;
  /** The pages of PDFs, and pictures, are read by a model that sees them. */
  @IsOptional() @Nested(() => PushedStrategyModel) vllm_config?: PushedStrategyModel | null;
  /** The tables of PDFs and pictures are rewritten by a model that sees them. */
  @IsOptional() @Nested(() => PushedTableStrategy) ai_tables?: PushedTableStrategy | null;
  /**
   * Whether parts that programs hide are read, too: sheets, rows and columns of spreadsheets, text and rows of Word
   * documents. They are left out by default, and a warning of the field says how many.
   */
  @IsOptional() @IsBoolean() include_hidden?: boolean | null;
}

/** Takes precedence over the learning configuration of the knowledge box. */
export class PushConfiguration {
  /** Embedding models, each installed in the deployment. */
  @IsOptional() @ListOf(text({ maxLength: 250 }), { max: MODELS_MAX }) semantic_models?: string[] | null;
  /** The model that strategies of the fields ask, where they name none. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) generative_model?: string | null;
  /** Model that recognises names. */
  @IsOptional() @Literal('multilingual') ner_model?: string | null;
  /** Nothing is made anonymous. */
  @IsOptional() @Literal('disabled') anonymization_model?: string | null;
  /** Images get no labels. */
  @IsOptional() @Literal('disabled') visual_labeling?: string | null;
  /** Split strategies of this push, by the ids that its fields name. They take precedence over stored ones. */
  @IsOptional()
  @MapOf(() => PushedSplitStrategy, strategies)
  split_configs?: Record<string, PushedSplitStrategy> | null;
  /** Extract strategies of this push, by the ids that its fields name. They take precedence over stored ones. */
  @IsOptional()
  @MapOf(() => PushedExtractStrategy, strategies)
  extract_configs?: Record<string, PushedExtractStrategy> | null;
}
