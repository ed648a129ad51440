import type { CheckedSentence } from '../core/checked-sentence';
import type { Consumption } from '../core/consumption';
import type { EntityRelations } from '../knowledge-box/graph/graph.dto';
import type { HttpAnswer } from '../core/http-binding';
import {
  type AnswerMetadata,
  type AskItem,
  type AskStatus,
  askStatuses,
  type AskValue,
  type AugmentedContext,
  type Citations,
} from './ask-item/ask-item.dto';
import type { FindResults } from './find/find.dto';

const EXPOSED = { 'access-control-expose-headers': 'SVC-LEARNING-ID' };

/** One line of an answer. */
export class AskLine {
  /** A part of the answer. */
  item!: AskItem;
}

/** An answer as one document, as with `x-synchronous: true`. Members without a value are left out. */
export class AskDocument {
  /** The answer; empty with `answer_json_schema`. */
  answer!: string;
  /** The reasoning of the model before its answer. */
  reasoning?: string;
  /** The answer to a question with `answer_json_schema`. */
  answer_json?: object;
  /** How the answer ended. */
  status!: AskStatus;
  /** Results for the question. */
  retrieval_results?: FindResults;
  /** Paragraphs that the model was given, best first. */
  retrieval_best_matches!: readonly {
    /** Id of the paragraph. */
    readonly id: string;
  }[];
  /** Results of prequeries, by their ids, prefilters first; `graph` has the results of `graph_beta`. */
  prequeries?: Readonly<Record<string, FindResults>>;
  /** Id of the answer, 32 hex digits; empty when nothing was found. */
  learning_id!: string;
  /** Relations of the entities in the answer, with feature `relations`. */
  relations?: EntityRelations;
  /** Sources of parts of the answer; empty unless `citations` selects a kind. */
  citations!: Citations;
  /**
   * Key of the context by block id of a footnote in the answer, such as `block-AA`; empty unless `citations` is
   * `llm_footnotes`.
   */
  citation_footnote_to_context!: Readonly<Record<string, string>>;
  /** The sentences of the answer that state something, compared with the context; empty without `citations`. */
  citation_sentences!: readonly CheckedSentence[];
  /** Parts of the context that retrieval alone did not bring. */
  augmented_context?: AugmentedContext;
  /** Texts of the context, in the order in which the model got them. With `debug`. */
  prompt_context?: readonly string[];
  /** The request to the model. With `debug`. */
  predict_request?: object;
  /** Tokens that the model used, and its times. */
  metadata?: AnswerMetadata;
  /** Consumption of the answer. With the header `x-show-consumption: true`. */
  consumption?: Consumption;
  /** The failure, when the status is `error`; a note when a token limit cut the answer, when it is `success`. */
  error_details?: string;
  /** How the answer was made. With `debug`. */
  debug?: {
    /** Milliseconds of each stage of retrieval. */
    readonly metrics: Readonly<Record<string, number>>;
  };
}

/** One value of an ask as it goes over the wire. */
export function askLine(value: AskValue): HttpAnswer {
  const headers = { 'svc-learning-id': value.learningId ?? 'unknown', ...EXPOSED };
  return value.item ? { body: { item: value.item } } : { headers };
}

/** A whole ask as one document. */
export function askDocument(values: readonly AskValue[]): HttpAnswer {
  const items = values.flatMap(({ item }) => (item ? [item] : []));
  const of = <T extends AskItem['type']>(type: T) =>
    items.filter((item): item is Extract<AskItem, { type: T }> => item.type === type);
  const last = <T extends AskItem['type']>(type: T) => of(type).at(-1);
  const retrieval = last('retrieval');
  const status = last('status');
  const metadata = last('metadata');
  const debug = last('debug');
  const learningId = values.find((value) => value.learningId)?.learningId;
  const body: AskDocument = {
    answer: of('answer')
      .map(({ text }) => text)
      .join(''),
    reasoning:
      of('reasoning')
        .map(({ text }) => text)
        .join('') || undefined,
    answer_json: last('answer_json')?.object,
    status: statusName(status?.code),
    retrieval_results: retrieval?.results,
    retrieval_best_matches: retrieval?.best_matches ?? [],
    prequeries: last('prequeries')?.results,
    learning_id: learningId ?? '',
    relations: last('relations')?.relations,
    citations: last('citations')?.citations ?? {},
    citation_footnote_to_context: last('footnote_citations')?.footnote_to_context ?? {},
    citation_sentences: (last('citations') ?? last('footnote_citations'))?.sentences ?? [],
    augmented_context: last('augmented_context')?.augmented,
    prompt_context: debug?.metadata.prompt_context,
    predict_request: debug?.metadata.predict_request,
    metadata: metadata && { tokens: metadata.tokens, timings: metadata.timings },
    consumption: consumptionOf(last('consumption')),
    error_details: last('error')?.error ?? status?.details,
    debug: debug && { metrics: debug.metrics },
  };
  return { headers: { 'svc-learning-id': learningId ?? 'unknown', ...EXPOSED }, body };
}

function consumptionOf(item: Extract<AskItem, { type: 'consumption' }> | undefined): AskDocument['consumption'] {
  return item && { normalized_tokens: item.normalized_tokens, customer_key_tokens: item.customer_key_tokens };
}

function statusName(code: string | undefined): AskStatus {
  const found = Object.entries(askStatuses).find(([, value]) => value === code);
  // The table's own key.
  return found ? (found[0] as AskStatus) : 'success';
}
