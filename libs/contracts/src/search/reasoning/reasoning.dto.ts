import { IsBoolean, IsIn, IsInt, Min } from 'class-validator';

/** How much a model may think before it answers. */
export const reasoningEfforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const;
/** How much a model thinks before it answers; models that do not reason ignore it. */
export type ReasoningEffort = (typeof reasoningEfforts)[number];
/** Tokens that a model may think when nothing else is said. */
export const REASONING_TOKENS_DEFAULT = 15_000;

/** How a model thinks before it answers. */
export class Reasoning {
  /** Whether the answer shows what it thought. */
  @IsBoolean() display: boolean = true;
  /** How much it thinks. */
  @IsIn(reasoningEfforts) effort: ReasoningEffort = 'medium';
  /** Tokens that it may think. Where `effort` is `medium` another number than 15,000 chooses the effort instead. */
  @IsInt() @Min(0) budget_tokens: number = REASONING_TOKENS_DEFAULT;
}
