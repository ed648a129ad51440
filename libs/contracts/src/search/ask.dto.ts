import { IsBoolean, IsIn, IsInt, IsNumber, IsObject, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { TEXT_CHARS_MAX } from '../knowledge-box/identifiers';
import { JSON_DEPTH_MAX } from '../knowledge-box/limits';
import { Either, ListOf, Satisfies, Together, Unsupported } from '../validation/decorators';
import { jsonWithin } from '../validation/json-bounds';
import { choice, text, whole } from '../validation/node';
import { isOff } from '../validation/nothing';
import type { FindResults } from './find.dto';
import { PROMPT_CHARS_MAX, QUERY_CHARS_MAX, RetrievalRequest, TOP_K_MAX } from './retrieval-request.dto';

export const CHAT_TEXT_CHARS_MAX = 200_000;
const SCHEMA_CHARS_MAX = 100_000;
const prompt = text({ minLength: 1, maxLength: PROMPT_CHARS_MAX });

export class ChatMessage {
  @IsIn(['USER', 'SVC']) author!: 'USER' | 'SVC';
  @IsString() @MaxLength(CHAT_TEXT_CHARS_MAX) text!: string;
}

export class CustomPrompt {
  @IsOptional() @Either(prompt) system?: string | null;
  /** With the placeholders `{context}` and `{question}`. */
  @IsOptional() @Either(prompt) user?: string | null;
  /** With the placeholder `{question}`. */
  @IsOptional() @Either(prompt) @Satisfies(rephrasePlaceholder) rephrase?: string | null;
}

export class MaxTokens {
  @IsOptional() @Either(whole({ ge: 1 })) context?: number | null;
  @IsOptional() @Either(whole({ ge: 1 })) answer?: number | null;
}

export const citationKinds = ['none', 'default', 'llm_footnotes'] as const;
export type CitationKind = (typeof citationKinds)[number];

/** A question, what may be used to answer it, and how. */
@Together<AskRequest>((request) => {
  const both = isGiven(request.context) && isGiven(request.chat_history);
  return both ? '`context` and `chat_history` are the same, please, use the latter' : undefined;
})
@Together<AskRequest>((request) =>
  request.rephrase && standsAlone(request)
    ? 'rephrase is supported only together with chat_history or extra_context; leave it out'
    : undefined,
)
export class AskRequest extends RetrievalRequest {
  @IsString() @MaxLength(QUERY_CHARS_MAX) query!: string;
  @IsInt() @Min(1) @Max(TOP_K_MAX) top_k: number = 20;
  /** Deprecated name of `chat_history`. */
  @IsOptional() @ListOf(() => ChatMessage, { max: 1_000 }) context?: ChatMessage[] | null;
  @IsOptional() @ListOf(() => ChatMessage, { max: 1_000 }) chat_history?: ChatMessage[] | null;
  @IsOptional() @IsNumber() @Min(0) @Max(1) chat_history_relevance_threshold?: number | null;
  @IsOptional() @ListOf(text({ maxLength: TEXT_CHARS_MAX }), { max: 1_000 }) extra_context?: string[] | null;
  @IsOptional() @Either(text({ maxLength: PROMPT_CHARS_MAX }), () => CustomPrompt) prompt?:
    string | CustomPrompt | null;
  /** The question is rewritten anyway when something was said before. */
  @IsBoolean() rephrase: boolean = false;
  @IsOptional() @IsString() @MaxLength(QUERY_CHARS_MAX) @Satisfies(rephrasePlaceholder) rephrase_prompt?: string | null;
  @IsOptional() @Either(choice(true, false, ...citationKinds)) citations?: boolean | CitationKind | null;
  @IsOptional() @IsNumber() @Min(0) @Max(1) citation_threshold?: number | null;
  @IsOptional() @IsInt() generative_model_seed?: number | null;
  @IsOptional() @Either(whole({ ge: 1 }), () => MaxTokens) max_tokens?: number | MaxTokens | null;
  @IsBoolean() prefer_markdown: boolean = false;
  @IsOptional()
  @IsObject()
  @Satisfies(jsonWithin({ depthMax: JSON_DEPTH_MAX, charsMax: SCHEMA_CHARS_MAX }))
  answer_json_schema?: Record<string, unknown> | null;
  @IsBoolean() generate_answer: boolean = true;
  @Unsupported() rag_strategies?: unknown;
  @Unsupported() rag_images_strategies?: unknown;
  @Unsupported() extra_context_images?: unknown;
  @Unsupported(isWithoutReasoning) reasoning?: unknown;
}

export class AskHeaders {
  @IsBoolean() 'x-synchronous': boolean = false;
  @IsBoolean() 'x-show-consumption': boolean = false;
}

export const askStatuses = { success: '0', error: '-1', no_context: '-2', no_retrieval_data: '-3' } as const;
export type AskStatus = keyof typeof askStatuses;

/** A part of the context that retrieval alone did not bring. */
export interface AugmentedContext {
  readonly paragraphs: Readonly<Record<string, never>>;
  readonly fields: Readonly<Record<string, never>>;
}

export interface AnswerMetadata {
  readonly tokens: {
    readonly input: number;
    readonly output: number;
    readonly input_svc?: number;
    readonly output_svc?: number;
  };
  readonly timings: { readonly generative_first_chunk?: number; readonly generative_total?: number };
}

/** Code-point ranges of the answer by the context that supports them. */
export type Citations = Readonly<Record<string, readonly (readonly [number, number])[]>>;

export type AskItem =
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'answer'; readonly text: string }
  | { readonly type: 'answer_json'; readonly object: object }
  | {
      readonly type: 'retrieval';
      readonly results: FindResults;
      readonly best_matches: readonly { readonly id: string }[];
    }
  | { readonly type: 'status'; readonly code: string; readonly status: AskStatus; readonly details?: string }
  | { readonly type: 'augmented_context'; readonly augmented: AugmentedContext }
  | { readonly type: 'citations'; readonly citations: Citations }
  | { readonly type: 'footnote_citations'; readonly footnote_to_context: Readonly<Record<string, string>> }
  | ({ readonly type: 'metadata' } & AnswerMetadata)
  | { readonly type: 'consumption'; readonly normalized_tokens: TokenCounts; readonly customer_key_tokens: TokenCounts }
  | { readonly type: 'debug'; readonly metadata: AskDebug; readonly metrics: Readonly<Record<string, number>> }
  | { readonly type: 'error'; readonly error: string };

export interface TokenCounts {
  readonly input: number;
  readonly output: number;
  readonly image: number;
}

export interface AskDebug {
  readonly prompt_context: readonly string[];
  readonly predict_request: object;
}

/** One line of an answer. The first value of a stream has no item: it names the answer. */
export class AskValue {
  item?: AskItem;
  learningId?: string;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A prompt that rewrites a question must have it; an empty one counts as none. */
function rephrasePlaceholder(prompt: unknown): string | undefined {
  return typeof prompt !== 'string' || prompt === '' || prompt.includes('{question}')
    ? undefined
    : 'Rephrase prompt must contain the {question} placeholder';
}

/** Without anything said before, a question stands alone: there is nothing to rewrite it by. */
function standsAlone({ context, chat_history: history, extra_context: extra }: AskRequest): boolean {
  return [context, history, extra].every((given) => !given?.length);
}

function isWithoutReasoning(reasoning: unknown): boolean {
  if (typeof reasoning !== 'object' || reasoning === null) return isOff(reasoning);
  return (reasoning as { readonly effort?: unknown }).effort === 'none'; // any object may have it
}
