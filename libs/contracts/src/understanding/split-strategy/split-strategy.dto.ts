import { IsInt, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { STRATEGY_ID_CHARS_MAX } from '../../knowledge-box/limits';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { Is, Literal, Nested, Together } from '../../validation/decorators';
import { ConfigurationTarget } from '../configuration/configuration.dto';
import {
  ParagraphCharsMax,
  STRATEGY_NAME_CHARS_MAX,
  StrategyModel,
  strategyRules,
} from '../strategy-model/strategy-model.dto';

/** Code points of the text that paragraphs are cut at. */
export const SPLITTER_CHARS_MAX = 1_000;

/** Paragraphs are cut by a model. */
export class LlmSplit {
  /** Which model proposes where paragraphs begin. It must follow prompts. */
  @IsOptional() @Nested(() => StrategyModel) llm?: StrategyModel | null;
  /** Texts that belong together, in plain language: at most 50 rules of 2,000 characters. */
  @IsOptional() @Is(() => strategyRules) rules?: string[] | null;
}

/** Paragraphs are cut at a text. */
export class ManualSplit {
  /**
   * The extracted text is cut at each occurrence of it, exactly as it is written here. It belongs to no paragraph, and
   * stays in the extracted text.
   */
  @IsString() @MinLength(1) @MaxLength(SPLITTER_CHARS_MAX) splitter!: string;
}

/** How texts are cut into paragraphs. Unknown members are ignored. */
@Together<SplitStrategy>(({ custom_split: kind, manual_split: manual }) =>
  kind === 1 && !manual ? 'custom_split 1 needs manual_split' : undefined,
)
@Together<SplitStrategy>(({ custom_split: kind, manual_split: manual }) =>
  kind !== 1 && manual ? 'manual_split needs custom_split 1' : undefined,
)
@Together<SplitStrategy>(({ custom_split: kind, llm_split: llm }) =>
  kind !== 2 && llm?.rules?.length ? 'rules of llm_split need custom_split 2' : undefined,
)
export class SplitStrategy {
  /** For people. */
  @IsOptional() @IsString() @MaxLength(STRATEGY_NAME_CHARS_MAX) name?: string | null;
  /** Longest paragraph in characters, from 50 to 10,000; 0 for the default. */
  @IsOptional() @IsInt() @ParagraphCharsMax() max_paragraph?: number | null;
  /** 0: at headings, blocks and sentences, as without a strategy. 1: as `manual_split` says. 2: as `llm_split` says. */
  @IsOptional() @Literal(0, 1, 2) custom_split?: 0 | 1 | 2 | null;
  /** Of `custom_split` 2. */
  @IsOptional() @Nested(() => LlmSplit) llm_split?: LlmSplit | null;
  /** Of `custom_split` 1. */
  @IsOptional() @Nested(() => ManualSplit) manual_split?: ManualSplit | null;
}

/** Split strategies by their ids. */
export class SplitStrategies {
  [id: string]: SplitStrategy;
}

/** A split strategy of a knowledge box that need not be here. */
export class SplitStrategyTarget extends ConfigurationTarget {
  /** Id of the strategy, UUID with or without hyphens. */
  @IsString() @MaxLength(STRATEGY_ID_CHARS_MAX) strategy_id!: string;
}

/** A split strategy of a knowledge box. */
export class BoxSplitStrategyTarget extends KnowledgeBoxTarget {
  /** Id of the strategy, UUID with or without hyphens. */
  @IsString() @MaxLength(STRATEGY_ID_CHARS_MAX) strategy_id!: string;
}
