import { IsOptional, IsString, MaxLength } from 'class-validator';
import { PROMPT_CHARS_MAX } from '../../search/retrieval-request/retrieval-request.dto';
import { ListOf, Together } from '../../validation/decorators';
import { text } from '../../validation/node';
import { ModuleMembers, type ModelName, TakesModel } from '../module/module.dto';

/** Keywords of a condition, and texts that it compares. */
const EXAMPLES_MAX = 100;
const EXAMPLE_CHARS_MAX = 2_000;
/** Modules of one branch. */
export const BRANCH_MODULES_MAX = 50;

/** What a condition looks at. */
export const conditionSubjects = ['QUESTION', 'ANSWER', 'CONTEXT'] as const;
/** What a condition looks at. */
export type ConditionSubject = (typeof conditionSubjects)[number];

/** Keywords or texts of a condition. */
export const TakesExamples = (): PropertyDecorator =>
  ListOf(text({ minLength: 1, maxLength: EXAMPLE_CHARS_MAX }), { max: EXAMPLES_MAX });

/** When a conditional module takes its first branch: when one of these is true. */
export interface Condition {
  /** A model decides whether this is true; without a language model, it counts as one of `similarity`. */
  readonly prompt?: string | null;
  /** Words or phrases, one of which must occur; case and accents make no difference. */
  readonly has_keywords: readonly string[];
  /** Texts, one of which must be about the same thing. */
  readonly similarity: readonly string[];
  /** Model that decides. */
  readonly model?: ModelName | null;
}

/** The fault of a condition that says nothing. */
export function conditionProblem({ prompt, has_keywords: keywords, similarity }: Condition): string | undefined {
  const isEmpty = !prompt && keywords.length === 0 && similarity.length === 0;
  return isEmpty ? 'a condition needs prompt, has_keywords or similarity' : undefined;
}

/** Members of conditional modules besides the modules of their branches, `then` and `else_`, and `on`. */
@Together<ConditionalMembers>(conditionProblem)
export class ConditionalMembers extends ModuleMembers {
  /** A model decides whether this is true; without a language model, it counts as one of `similarity`. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) prompt?: string | null;
  /** Words or phrases, one of which must occur; case and accents make no difference. */
  @TakesExamples() has_keywords: string[] = [];
  /** Texts, one of which must be about the same thing. */
  @TakesExamples() similarity: string[] = [];
  /** Model that decides. */
  @TakesModel() model?: ModelName | null;
}
