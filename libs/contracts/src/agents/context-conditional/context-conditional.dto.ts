import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { PROMPT_CHARS_MAX } from '../../search/retrieval-request/retrieval-request.dto';
import { Literal, Together, Widget } from '../../validation/decorators';
import { BRANCH_MODULES_MAX, conditionProblem, TakesExamples } from '../conditional/conditional.dto';
import { ContextMembers, TakesContextModules, contextTable } from '../context-members/context-members.dto';
import { type AgentModule, type ModelName, TakesModel } from '../module/module.dto';

/** Runs one of two lists of context modules. */
@contextTable.entry('context_conditional')
@Together<ContextConditionalConfig>(conditionProblem)
export class ContextConditionalConfig extends ContextMembers {
  /** Name of the module. */
  @Literal('context_conditional') module!: 'context_conditional';
  /** A model decides whether this is true; without a language model, it counts as one of `similarity`. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) @Widget('expandable_textarea') prompt?: string | null;
  /** Words or phrases, one of which must occur; case and accents make no difference. */
  @TakesExamples() has_keywords: string[] = [];
  /** Texts, one of which must be about the same thing. */
  @TakesExamples() similarity: string[] = [];
  /** Model that decides. */
  @TakesModel() model?: ModelName | null;
  /** What the condition looks at: the question, or what was found for it so far. */
  @IsIn(['QUESTION', 'CONTEXT']) @Widget('enum_select') on: 'QUESTION' | 'CONTEXT' = 'QUESTION';
  /** Modules that run when it is true. */
  @TakesContextModules(BRANCH_MODULES_MAX) then: AgentModule[] = [];
  /** Modules that run when it is not. */
  @TakesContextModules(BRANCH_MODULES_MAX) else_: AgentModule[] = [];
}
