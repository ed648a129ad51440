import type { WebSearchMembers } from '@lectern/contracts/agents';
import type { ContextType, FoundContext, ModuleRun } from '../../../engine/module-run';
import { ANSWER_ID, resultChunks, type WebFindings } from './web-results';

const QUESTION_CHARS_MAX = 20_000;

/** Settings of a module that searches the web. */
type SearchConfig = WebSearchMembers & { readonly module: string; readonly source: string };

/** A provider that searches the web. */
export interface WebSearcher<C extends SearchConfig> {
  readonly name: C['module'];
  readonly title: string;
  readonly description: string;
  /** Name of the provider, for people. */
  readonly provider: string;
  /** Limits of a query. */
  readonly queryMax?: QueryMax;
  /** @throws AppError as `callProvider` does */
  readonly search: (config: C, query: string, run: ModuleRun) => Promise<WebFindings>;
}

/** Limits of a query. */
export interface QueryMax {
  readonly chars: number;
  readonly words?: number;
}

interface Searched {
  readonly contexts: readonly FoundContext[];
  readonly pages: number;
  /** Whether the provider was asked the beginning of the question only. */
  readonly isCut: boolean;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A context module that searches the web: with the question, or with a query of `smart`. */
export function webSearch<C extends SearchConfig>(searcher: WebSearcher<C>): ContextType<C> {
  const { name, title, description, provider } = searcher;
  return {
    name,
    title,
    description,
    run: async (config, question, run) => {
      const { contexts, pages, isCut, metadata } = await searched(searcher, config, { query: question.text, run });
      return {
        contexts,
        value: `${pages} pages from ${provider}`,
        ...(isCut && { reason: `${provider} takes short queries only: it was asked the beginning of the question` }),
        ...(metadata && { metadata }),
      };
    },
    functions: (config) => [
      {
        name: 'internet_search',
        description: `Searches the web with ${provider}, and returns texts of pages with their addresses.`,
        parameters: {
          type: 'object',
          properties: { query: { type: 'string', minLength: 1, maxLength: QUESTION_CHARS_MAX } },
          required: ['query'],
          additionalProperties: false,
        },
        run: async ({ query }, _asked, run) => {
          const { contexts } = await searched(searcher, config, { query: String(query), run });
          const items = contexts.flatMap(({ chunks }) =>
            chunks.map(({ title: ofPage, text, origin_url: url }) => ({ title: ofPage, ...(url && { url }), text })),
          );
          return { items, contexts };
        },
      },
    ],
  };
}

async function searched<C extends SearchConfig>(
  { search, provider, queryMax = { chars: QUESTION_CHARS_MAX } }: WebSearcher<C>,
  config: C,
  { query, run }: { readonly query: string; readonly run: ModuleRun },
): Promise<Searched> {
  const bounded = boundedQuery(query, queryMax);
  const { isCut } = bounded;
  if (bounded.text === '') return { contexts: [], pages: 0, isCut };
  const findings = await search(config, bounded.text, run);
  const chunks = resultChunks(provider, findings);
  const { answer, images = [], results, metadata } = findings;
  const pages = results.length;
  if (chunks.length === 0) return { contexts: [], pages, isCut, ...(metadata && { metadata }) };
  const citations = [ANSWER_ID, ...results.map(({ url }) => url)];
  const context: FoundContext = {
    source: config.source,
    chunks,
    image_urls: images,
    ...(answer && {
      summary: answer.text,
      citations,
      answer: { answer: answer.text, citations, chunks, image_urls: images },
    }),
  };
  return { contexts: [context], pages, isCut, ...(metadata && { metadata }) };
}

/** A question as a query: on one line, and as long as the provider takes, cut between words. */
export function boundedQuery(
  question: string,
  { chars, words = Number.POSITIVE_INFINITY }: QueryMax,
): { readonly text: string; readonly isCut: boolean } {
  const all = question
    .slice(0, QUESTION_CHARS_MAX)
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== '');
  const taken: string[] = [];
  let left = chars;
  for (const word of all.slice(0, words)) {
    left -= word.length + (taken.length > 0 ? 1 : 0);
    if (left < 0) break;
    taken.push(word);
  }
  // One word that is too long: its beginning.
  if (taken.length === 0 && all[0] !== undefined) taken.push(all[0].slice(0, chars));
  const text = taken.join(' ');
  return { text, isCut: text.length < all.join(' ').length };
}
