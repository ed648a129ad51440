import type { CheckedSentence } from '../../core/checked-sentence';
import type { Consumption } from '../../core/consumption';
import type { Integer } from '../../core/integer';
import type { EntityRelations } from '../../knowledge-box/graph/graph.dto';
import type { FindResults } from '../find/find.dto';

/** Codes of the statuses that an answer can end with. */
export const askStatuses = { success: '0', error: '-1', no_context: '-2', no_retrieval_data: '-3' } as const;
/**
 * How an answer ended: with an answer (`success`), with a failure of the model (`error`), because the results do
 * not answer the question (`no_context`), or because nothing was found (`no_retrieval_data`).
 */
export type AskStatus = keyof typeof askStatuses;

/** The strategy that brought a text; `field_extension` also for what the caller gave. */
export type AugmentationType =
  | 'neighbouring_paragraphs'
  | 'conversation'
  | 'hierarchy'
  | 'full_resource'
  | 'field_extension'
  | 'metadata_extension';

/** A text of the context that retrieval alone did not bring. */
export interface AugmentedBlock {
  /** Its key in the context. */
  readonly id: string;
  /** The text as the model got it. */
  readonly text: string;
  /** Where it is in its field; absent for whole fields and for texts without a position. */
  readonly position?: {
    /** Page from 0. */
    readonly page_number?: Integer;
    /** Place among the paragraphs of the field, from 0. */
    readonly index: Integer;
    /** First code point. */
    readonly start: Integer;
    /** End, exclusive, in code points. */
    readonly end: Integer;
    /** Seconds at which what it says begins. */
    readonly start_seconds?: readonly number[];
    /** Seconds at which what it says ends. */
    readonly end_seconds?: readonly number[];
  };
  /** Paragraph that was found and brought it; its own id, when only metadata was added. */
  readonly parent?: string;
  /** The strategy that brought it. */
  readonly augmentation_type: AugmentationType;
}

/** Texts of the context that retrieval alone did not bring, and those of the caller that the answer cites. */
export interface AugmentedContext {
  /** Paragraphs, messages and texts of the caller, by key of the context. */
  readonly paragraphs: Readonly<Record<string, AugmentedBlock>>;
  /** Whole fields, by id. */
  readonly fields: Readonly<Record<string, AugmentedBlock>>;
}

/** Tokens that the model used, and its times. */
export interface AnswerMetadata {
  /** Tokens that the model read and wrote, as it counts them. */
  readonly tokens: {
    /** Tokens of prompt, context and history. */
    readonly input: Integer;
    /** Tokens of the answer. */
    readonly output: Integer;
    /** Thousands of input tokens. */
    readonly input_svc?: number;
    /** Thousands of output tokens. */
    readonly output_svc?: number;
  };
  /** Seconds since the model was asked. */
  readonly timings: {
    /** Until the first piece of the answer. */
    readonly generative_first_chunk?: number;
    /** Until the end of the answer. */
    readonly generative_total?: number;
  };
}

/**
 * Parts of the answer by the key of the context that supports them (the id of a paragraph, or `USER_CONTEXT_n`):
 * ranges of code points of the answer, from 0, end exclusive.
 */
export type Citations = Readonly<Record<string, readonly (readonly [Integer, Integer])[]>>;

/** A piece of what the model thinks before it answers; any number, before or among the pieces of the answer. */
export interface ReasoningItem {
  /** Kind of the item. */
  readonly type: 'reasoning';
  /** Follows the text of the piece before. */
  readonly text: string;
}

/** A piece of the answer; any number, which make up the answer one after the other. */
export interface AnswerItem {
  /** Kind of the item. */
  readonly type: 'answer';
  /** Follows the text of the piece before. */
  readonly text: string;
}

/** The answer to a question with `answer_json_schema`; one, instead of pieces of text. */
export interface AnswerJsonItem {
  /** Kind of the item. */
  readonly type: 'answer_json';
  /** The object that the model made by the schema. */
  readonly object: object;
}

/** Results for the question; always one such item, after the answer. */
export interface RetrievalItem {
  /** Kind of the item. */
  readonly type: 'retrieval';
  /** The answer of a find with the same parameters. */
  readonly results: FindResults;
  /** Paragraphs that the model was given, best first; empty when nothing was found. */
  readonly best_matches: readonly {
    /** Id of the paragraph. */
    readonly id: string;
  }[];
}

/** Results of prequeries; one such item, when there are any. */
export interface PrequeriesItem {
  /** Kind of the item. */
  readonly type: 'prequeries';
  /** Results of each, by its id, prefilters first; `graph` has the results of `graph_beta`. */
  readonly results: Readonly<Record<string, FindResults>>;
}

/** How the answer ended; always one: the last item when the model failed, and the first one when nothing was found. */
export interface StatusItem {
  /** Kind of the item. */
  readonly type: 'status';
  /** The status as a code: `0` success, `-1` error, `-2` no_context, `-3` no_retrieval_data. */
  readonly code: string;
  /** The status as a word. */
  readonly status: AskStatus;
  /** The failure, with the status `error`; a note when a token limit cut the answer, with `success`. */
  readonly details?: string;
}

/** Parts of the context other than results; one such item, unless the model failed or nothing was found. */
export interface AugmentedContextItem {
  /** Kind of the item. */
  readonly type: 'augmented_context';
  /** Parts of the context. */
  readonly augmented: AugmentedContext;
}

/** Sources of the answer; one such item, with `citations` true or `default`. */
export interface CitationsItem {
  /** Kind of the item. */
  readonly type: 'citations';
  /** Ranges of the answer by key of the context. */
  readonly citations: Citations;
  /**
   * The sentences of the answer that state something, compared with the context. Those that are `unsupported` are in
   * no range of `citations`.
   */
  readonly sentences: readonly CheckedSentence[];
}

/** The sources of the footnotes in the answer; one such item, with `citations` `llm_footnotes`. */
export interface FootnoteCitationsItem {
  /** Kind of the item. */
  readonly type: 'footnote_citations';
  /**
   * Key of the context by block id of a footnote, such as `block-AA`. Where the named block supports none of the
   * sentences marked with it and another entry does, the key is that of the other entry.
   */
  readonly footnote_to_context: Readonly<Record<string, string>>;
  /** The sentences of the answer that state something, compared with the context. */
  readonly sentences: readonly CheckedSentence[];
}

/** Tokens that the model used, and its times; one such item, when the model reports them. */
export interface MetadataItem extends AnswerMetadata {
  /** Kind of the item. */
  readonly type: 'metadata';
}

/** Consumption of the answer; one such item, with the header `x-show-consumption: true`. */
export interface ConsumptionItem extends Consumption {
  /** Kind of the item. */
  readonly type: 'consumption';
}

/** Relations of the entities in the answer; one, with feature `relations` and the status `success`. */
export interface RelationsItem {
  /** Kind of the item. */
  readonly type: 'relations';
  /** By entity of the answer, at most 50; none when they could not be read within 5 seconds. */
  readonly relations: EntityRelations;
}

/** The prompt of the model. */
export interface AskDebug {
  /** Texts of the context, in the order in which the model got them. */
  readonly prompt_context: readonly string[];
  /** The request to the model. */
  readonly predict_request: object;
}

/** How the answer was made; one, the last, with `debug`. */
export interface DebugItem {
  /** Kind of the item. */
  readonly type: 'debug';
  /** The prompt of the model. */
  readonly metadata: AskDebug;
  /** Milliseconds of each stage of retrieval. */
  readonly metrics: Readonly<Record<string, number>>;
}

/** A failure after the first item; the last one. */
export interface ErrorItem {
  /** Kind of the item. */
  readonly type: 'error';
  /** The event. */
  readonly error: string;
}

/** A part of an answer; `type` says which one. Members without a value are left out. */
export type AskItem =
  | ReasoningItem
  | AnswerItem
  | AnswerJsonItem
  | RetrievalItem
  | PrequeriesItem
  | StatusItem
  | AugmentedContextItem
  | CitationsItem
  | FootnoteCitationsItem
  | MetadataItem
  | ConsumptionItem
  | RelationsItem
  | DebugItem
  | ErrorItem;

/** One value of an ask. The first value of a stream has no item: it names the answer. */
export class AskValue {
  /** Absent in the first value. */
  item?: AskItem;
  /** Id of the answer, 32 hex digits; in the first value, absent when nothing was found. */
  learningId?: string;
}
