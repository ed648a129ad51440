import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { MODEL_NAME_CHARS_MAX } from '../../knowledge-box/learning-configuration/learning-configuration.dto';
import { ProviderKey } from '../../knowledge-box/user-keys/user-keys.dto';
import { Either, Nested, RefuseUnknown, Satisfies, Unsupported } from '../../validation/decorators';
import { choice, listOf, text } from '../../validation/node';
import { type ReasoningEffort, reasoningEfforts } from '../../search/reasoning/reasoning.dto';

/** Code points of the name of a strategy. */
export const STRATEGY_NAME_CHARS_MAX = 250;
/** Shortest and longest limit of paragraphs that a strategy may ask for. */
export const PARAGRAPH_CHARS = { min: 50, max: 10_000 } as const;
const RULES_MAX = 50;
const RULE_CHARS_MAX = 2_000;
const BUDGET_TOKENS_MAX = 1_000_000;

/** Instructions for a model, in plain language. */
export const strategyRules = listOf(text({ maxLength: RULE_CHARS_MAX }), { max: RULES_MAX });

/** By their codes. */
export const effortCodes: readonly ReasoningEffort[] = ['minimal', 'low', 'medium', 'high', 'none', 'xhigh'];

/** How much the model of a strategy thinks. */
export class StrategyReasoning {
  /** 0 `minimal`, 1 `low`, 2 `medium`, 3 `high`, 4 `none`, 5 `xhigh`; the names are accepted, too. */
  @IsOptional() @Either(choice(0, 1, 2, 3, 4, 5, ...reasoningEfforts)) effort?: number | ReasoningEffort | null;
  /** Tokens that it may think. Servers of the chat completions protocol know efforts only, and ignore it. */
  @IsOptional() @IsInt() @Min(0) @Max(BUDGET_TOKENS_MAX) budget_tokens?: number | null;
}

/** Keys of a strategy. A provider that this version cannot use with strategies is refused. */
@RefuseUnknown()
export class StrategyUserKeys {
  /** Of the chat completions server of the deployment (`OPENAI_BASE_URL`), which must have one. */
  @IsOptional() @Nested(() => ProviderKey) openai_compat?: ProviderKey | null;
}

/** Which model a strategy asks. */
export class StrategyModel {
  /** Name of the model; the generative model of the knowledge box when absent or empty. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) generative_model?: string | null;
  /** Its provider, as the list of generative providers names it; that of the model when absent or empty. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) generative_provider?: string | null;
  /** Always absent: prompts have no ids here. */
  @Unsupported() generative_prompt_id?: unknown;
  /** Keys by provider, instead of those of the knowledge box. Stored encrypted; answers show `********`. */
  @IsOptional() @Nested(() => StrategyUserKeys) user_keys?: StrategyUserKeys | null;
  /** How much the model thinks; ignored by models that do not reason. */
  @IsOptional() @Nested(() => StrategyReasoning) reasoning_config?: StrategyReasoning | null;
}

/** Id of a new strategy. */
export class StrategyAdded {
  /** Id of the strategy: fields and uploads name it. */
  id!: string;
}

/** Longest paragraph of a strategy; 0 means the default. */
export const ParagraphCharsMax = (): PropertyDecorator =>
  Satisfies((chars: number) =>
    chars === 0 || (chars >= PARAGRAPH_CHARS.min && chars <= PARAGRAPH_CHARS.max)
      ? undefined
      : `max_paragraph is 0, or between ${PARAGRAPH_CHARS.min} and ${PARAGRAPH_CHARS.max}`,
  );
