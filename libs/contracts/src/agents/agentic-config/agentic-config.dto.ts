import { IsBoolean, IsIn, IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { PROMPT_CHARS_MAX } from '../../search/retrieval-request/retrieval-request.dto';
import { ListOf, Nested } from '../../validation/decorators';
import { text } from '../../validation/node';
import { type ModelName, TakesModel } from '../module/module.dto';
import { RULE_CHARS_MAX } from '../workflow/workflow.dto';

/** Names a configuration or a source of a box in paths. */
export const AGENTIC_ID = /^[a-zA-Z0-9_-]{1,64}$/;
/** Sources of one configuration. */
export const AGENTIC_SOURCES_MAX = 20;
const ID_CHARS_MAX = 64;
const TITLE_CHARS_MAX = 250;

/** A configuration, or a source, of a knowledge box. */
export class AgenticTarget extends KnowledgeBoxTarget {
  /** Its id: letters, digits, `_` and `-`, at most 64; chosen by its creator. */
  @IsString() @Matches(AGENTIC_ID) id!: string;
}

/** How the question is rewritten before the search. */
export class AgenticRephrase {
  /** Id of a source, whose custom synonyms are added to the question. */
  @IsOptional() @IsString() @MaxLength(ID_CHARS_MAX) ask_to?: string | null;
  /** Instruction for the model that rewrites. */
  @IsOptional() @IsString() @MaxLength(RULE_CHARS_MAX) prompt?: string | null;
  /** Model that rewrites; that of the box when absent. */
  @TakesModel() model?: ModelName | null;
  /** Whether the chat history is used. */
  @IsBoolean() history: boolean = true;
}

/** Models of the search. */
export class AgenticModels {
  /** Says what a context leaves open. */
  @TakesModel() context_validation?: ModelName | null;
  /** Chooses what is searched. */
  @TakesModel() planner?: ModelName | null;
  /** Sums up what the searches of a plan returned. */
  @TakesModel() executor?: ModelName | null;
}

/** How the box is searched. */
export class AgenticSearch {
  /** `reactive`: the model searches as it goes; `plan_execute`: it plans several searches, then plans again. */
  @IsIn(['reactive', 'plan_execute']) mode: 'reactive' | 'plan_execute' = 'reactive';
  /** Further instructions for the planner. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) extra_prompt?: string | null;
  /** Models; that of the box where one is absent. */
  @IsOptional() @Nested(() => AgenticModels) models?: AgenticModels | null;
  /** Ids of sources of the box that are searched; all of the box when empty. */
  @ListOf(text({ minLength: 1, maxLength: ID_CHARS_MAX }), { max: AGENTIC_SOURCES_MAX }) sources: string[] = [];
  /** Whether the planner sees the chat history. */
  @IsBoolean() history: boolean = false;
}

/** How the answer is written. */
export class AgenticSummary {
  /** User prompt that replaces that of the product, with the placeholders `{context}` and `{question}`. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) user_prompt?: string | null;
  /** System prompt that replaces that of the product. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) system_prompt?: string | null;
  /** Whether the answer is the next turn of a conversation. */
  @IsBoolean() conversational: boolean = false;
  /** Model that answers; that of the box when absent. */
  @TakesModel() model?: ModelName | null;
  /** Whether the model sees the chat history. */
  @IsBoolean() history: boolean = false;
}

/** How a knowledge box answers as an agent: it rewrites the question, searches, and sums up. */
export class AgenticConfig {
  /** For people. */
  @IsString() @MinLength(1) @MaxLength(TITLE_CHARS_MAX) title!: string;
  /** How the question is rewritten. */
  @Nested(() => AgenticRephrase) rephrase: AgenticRephrase = new AgenticRephrase();
  /** How the box is searched. */
  @Nested(() => AgenticSearch) smart_agent: AgenticSearch = new AgenticSearch();
  /** How the answer is written. */
  @Nested(() => AgenticSummary) summarize: AgenticSummary = new AgenticSummary();
}

/** Changes of a configuration. */
export class AgenticConfigChange {
  /** For people. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(TITLE_CHARS_MAX) title?: string | null;
  /** Replaces that part. */
  @IsOptional() @Nested(() => AgenticRephrase) rephrase?: AgenticRephrase | null;
  /** Replaces that part. */
  @IsOptional() @Nested(() => AgenticSearch) smart_agent?: AgenticSearch | null;
  /** Replaces that part. */
  @IsOptional() @Nested(() => AgenticSummary) summarize?: AgenticSummary | null;
}

/** Configurations of a knowledge box. */
export class AgenticConfigs {
  /** By id. */
  configs!: Readonly<Record<string, AgenticConfig>>;
}
