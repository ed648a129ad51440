import type { ActivityRow } from '@lectern/contracts/search';

/** Context of the model: as it was, the passages found, those around them, too, or whole documents. */
export const contexts = ['same', 'passages', 'neighbours', 'documents'] as const;
/** Settings of a question that is asked again; `same` leaves them as they were. */
export interface Changes {
  readonly context: (typeof contexts)[number];
  readonly reranker: 'same' | 'predict' | 'noop';
  /** Number of passages; undefined leaves it. */
  readonly passages: number | undefined;
  /** Name of a search configuration; empty leaves it. */
  readonly configuration: string;
  /** Name of a model; empty leaves it. */
  readonly model: string;
}

export const unchanged: Changes = {
  context: 'same',
  reranker: 'same',
  passages: undefined,
  configuration: '',
  model: '',
};

const strategies = {
  passages: [],
  neighbours: [{ name: 'neighbouring_paragraphs', before: 2, after: 2 }],
  documents: [{ name: 'full_resource', count: 2, include_remaining_text_blocks: true }],
} as const;

/** Body of the recorded question with other settings. */
export function changedRequest(row: ActivityRow, changes: Changes): object {
  const { context, reranker, passages, configuration, model } = changes;
  const { user_request: request, question, chat_history: history } = row;
  return {
    ...request,
    query: question ?? '',
    ...(history && history.length > 0 && { chat_history: history }),
    ...(context !== 'same' && { rag_strategies: strategies[context] }),
    ...(reranker !== 'same' && { reranker }),
    ...(passages !== undefined && { top_k: passages }),
    ...(configuration !== '' && { search_configuration: configuration }),
    ...(model !== '' && { generative_model: model }),
  };
}
