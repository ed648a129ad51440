import type { HttpAnswer } from '../core/operation';
import {
  type AnswerMetadata,
  type AskItem,
  askStatuses,
  type AskStatus,
  type AskValue,
  type AugmentedContext,
  type Citations,
  type TokenCounts,
} from './ask.dto';
import type { FindResults } from './find.dto';

const EXPOSED = { 'access-control-expose-headers': 'SVC-LEARNING-ID' };

/** One line of an answer. */
export class AskLine {
  item!: AskItem;
}

/** An answer as one document, as `x-synchronous: true` asks for. */
export class AskDocument {
  answer!: string;
  reasoning?: string;
  /** What the model answered with `answer_json_schema`. */
  answer_json?: object;
  status!: AskStatus;
  retrieval_results?: FindResults;
  retrieval_best_matches!: readonly { readonly id: string }[];
  learning_id!: string;
  citations!: Citations;
  citation_footnote_to_context!: Readonly<Record<string, string>>;
  augmented_context?: AugmentedContext;
  /** With `debug`. */
  prompt_context?: readonly string[];
  /** With `debug`. */
  predict_request?: object;
  metadata?: AnswerMetadata;
  consumption?: { readonly normalized_tokens: TokenCounts; readonly customer_key_tokens: TokenCounts };
  error_details?: string;
  /** With `debug`. */
  debug?: { readonly metrics: Readonly<Record<string, number>> };
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
    learning_id: learningId ?? '',
    citations: last('citations')?.citations ?? {},
    citation_footnote_to_context: last('footnote_citations')?.footnote_to_context ?? {},
    augmented_context: last('augmented_context')?.augmented,
    prompt_context: debug?.metadata.prompt_context,
    predict_request: debug?.metadata.predict_request,
    metadata: metadata && { tokens: metadata.tokens, timings: metadata.timings },
    consumption: consumptionOf(last('consumption')),
    error_details: last('error')?.error ?? (status?.status === 'error' ? status.details : undefined),
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
