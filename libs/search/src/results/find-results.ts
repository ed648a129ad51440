import { shownLabels } from '@lectern/contracts/core';
import type { EntityRelations } from '@lectern/contracts/knowledge-box';
import type { FindField, FindParagraph, FindRequest, FindResource, FindResults } from '@lectern/contracts/search';
import { highlight } from '@lectern/text';
import type { RankedParagraph } from '../retrieval/ranked-paragraph';
import type { RankedResults } from '../retrieval/retrieval.pipeline';
import { isNearInMeaningOnly } from '../retrieval/semantic-floor';
import type { HydratedResults } from './hydrated-retrieval';
import { explanationsOf } from './score-history';

/** The results of a search, also in the form of the interface. */
export interface Found extends HydratedResults {
  readonly results: FindResults;
}

/** A request whose results are formatted. */
export interface AnsweredRequest {
  readonly kbid: string;
  readonly request: Pick<FindRequest, 'query' | 'top_k' | 'highlight' | 'debug' | 'features'>;
  /** The query that was searched instead of the original. */
  readonly rephrased?: string;
  /** Other degradations during the search. */
  readonly warnings?: readonly string[];
  /** Relations of the entities in the query. */
  readonly relations?: EntityRelations;
}

/**
 * The results in the form of the interface: grouped by resource and field, with the overall order as a separate list.
 */
export function findResults(
  { ranked, resources }: HydratedResults,
  { kbid, request, rephrased, relations, warnings: others = [] }: AnsweredRequest,
): FindResults {
  // Highlighting shows the matched keywords.
  const isMarked = request.highlight && request.features.includes('keyword');
  const textOf = isMarked ? markedBy(ranked) : (text: string) => text;
  const shown = ranked.paragraphs.map((one, order) => ({
    ...findParagraph(one, order),
    text: textOf(one.paragraph.text),
    fuzzy_result: ranked.fuzzy.has(one.paragraph.id),
  }));
  const warnings = [...ranked.warnings, ...others];
  const byResource = Map.groupBy(ranked.paragraphs.keys(), (i) => ranked.paragraphs[i]?.paragraph.rid ?? '');
  return {
    resources: Object.fromEntries(
      [...byResource].map(([rid, positions]) => {
        const resource = resources[rid] ?? { id: rid };
        return [rid, { ...resource, fields: findFields(positions, ranked, shown) } satisfies FindResource];
      }),
    ),
    relations: relations ?? { entities: {} },
    query: request.query,
    ...(rephrased !== undefined && { rephrased_query: rephrased }),
    total: ranked.total,
    page_number: 0,
    page_size: request.top_k,
    next_page: ranked.more,
    shards: [kbid],
    autofilters: [],
    min_score: { semantic: rounded(ranked.minScore.semantic), bm25: rounded(ranked.minScore.bm25) },
    best_matches: shown.map(({ id }) => id),
    ...(warnings.length > 0 && { warnings }),
    ...(request.debug && { metrics: ranked.timings, explanations: explanationsOf(ranked) }),
  };
}

function findFields(
  positions: readonly number[],
  ranked: RankedResults,
  shown: readonly FindParagraph[],
): Readonly<Record<string, FindField>> {
  const byField = Map.groupBy(positions, (i) => `/${ranked.paragraphs[i]?.paragraph.field ?? ''}`);
  return Object.fromEntries(
    [...byField].map(([field, own]) => {
      const paragraphs = own.flatMap((i) => shown[i] ?? []).map((paragraph) => [paragraph.id, paragraph]);
      return [field, { paragraphs: Object.fromEntries(paragraphs) }];
    }),
  );
}

/** Highlights words of the query and the words found in place of them. */
function markedBy({ parsed, approximate }: RankedResults): (text: string) => string {
  return (text) => highlight(text, parsed.words, parsed.phrases, { approximate });
}

function findParagraph(
  { paragraph, score, type, relations, retrieved }: RankedParagraph,
  order: number,
): Omit<FindParagraph, 'text' | 'fuzzy_result'> {
  const { id, page, index, start, end } = paragraph;
  return {
    id,
    score,
    score_type: type,
    ...(isNearInMeaningOnly(retrieved) && { meaning_only: true }),
    order,
    // Most labels are entity labels.
    labels: shownLabels([...paragraph.resourceLabels, ...paragraph.labels].filter(isOfLabelset)),
    position: {
      page_number: page,
      index,
      start,
      end,
      start_seconds: paragraph.startSeconds ?? [],
      end_seconds: paragraph.endSeconds ?? [],
    },
    page_with_visual: paragraph.pageWithVisual ?? false,
    reference: paragraph.reference ?? null,
    is_a_table: paragraph.isTable ?? false,
    relevant_relations: relations ?? null,
  };
}

/** Whether it is a label of the resource, the paragraph or its field. */
function isOfLabelset(label: string): boolean {
  return label.startsWith('/l/') || label.startsWith('/fl/');
}

function rounded(score: number): number {
  const thousandths = Math.round(score * 1_000);
  return Number.isFinite(thousandths) ? thousandths / 1_000 : score;
}
