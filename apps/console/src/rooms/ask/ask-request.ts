import { filterMembers, type Filters } from '../../parts/filters/filters';

/** Options of a question. */
export interface AskOptions {
  readonly filters: Filters;
  /** Context of the model: the passages found, those around them, too, or whole documents. */
  readonly context: 'passages' | 'neighbours' | 'documents';
  /** Name of a search configuration; absent without one. */
  readonly configuration?: string | undefined;
}

/** One question of a conversation and its answer, when there is one. */
export interface Said {
  readonly question: string;
  readonly answer: string;
}

const TURNS_MAX = 20;
const TURN_CHARS_MAX = 20_000;
const NEIGHBOURS = 2;
const DOCUMENTS = 2;

const strategies = {
  passages: [],
  neighbours: [{ name: 'neighbouring_paragraphs' as const, before: NEIGHBOURS, after: NEIGHBOURS }],
  documents: [{ name: 'full_resource' as const, count: DOCUMENTS, include_remaining_text_blocks: true }],
};

/** The body of an ask: the question with its chat history. */
export function askBody(question: string, { filters, context, configuration }: AskOptions, before: readonly Said[]) {
  const history = before
    .filter(({ answer }) => answer.trim() !== '')
    .slice(-TURNS_MAX)
    .flatMap(({ question: asked, answer }) => [
      { author: 'USER' as const, text: asked.slice(0, TURN_CHARS_MAX) },
      { author: 'SVC' as const, text: answer.slice(0, TURN_CHARS_MAX) },
    ]);
  return {
    query: question,
    citations: true,
    prefer_markdown: true,
    ...(configuration !== undefined && { search_configuration: configuration }),
    show: ['basic' as const, 'origin' as const],
    ...(history.length > 0 && { chat_history: history }),
    ...(strategies[context].length > 0 && { rag_strategies: strategies[context] }),
    ...filterMembers(filters),
  };
}

export type AskBody = ReturnType<typeof askBody>;
