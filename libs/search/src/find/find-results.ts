import type { FindField, FindParagraph, FindRequest, FindResource, FindResults, Resource } from '@lectern/contracts';
import { highlight } from '@lectern/text';
import type { RankedParagraph } from '../retrieval/ranked-paragraph';
import type { Retrieved } from '../retrieval/retrieval.pipeline';

export interface FindView {
  readonly kbid: string;
  readonly request: Pick<FindRequest, 'query' | 'top_k' | 'highlight' | 'debug'>;
  readonly resources: Readonly<Record<string, Resource>>;
  readonly rephrased?: string;
}

/** What was found, in the form of the interface: by resource and field, with the order beside. */
export function findResults(retrieved: Retrieved, { kbid, request, resources, rephrased }: FindView): FindResults {
  const shown = retrieved.paragraphs.map((ranked, order) =>
    findParagraph(ranked, order, request.highlight ? retrieved : undefined),
  );
  const byResource = Map.groupBy(retrieved.paragraphs.keys(), (i) => retrieved.paragraphs[i]?.paragraph.rid ?? '');
  return {
    resources: Object.fromEntries(
      [...byResource].map(([rid, places]) => {
        const resource = resources[rid] ?? { id: rid };
        return [rid, { ...resource, fields: fieldsOf(places, retrieved, shown) } satisfies FindResource];
      }),
    ),
    relations: { entities: {} },
    query: request.query,
    ...(rephrased !== undefined && { rephrased_query: rephrased }),
    total: retrieved.total,
    page_number: 0,
    page_size: request.top_k,
    next_page: retrieved.more,
    shards: [kbid],
    autofilters: [],
    min_score: { semantic: rounded(retrieved.minScore.semantic), bm25: rounded(retrieved.minScore.bm25) },
    best_matches: shown.map(({ id }) => id),
    ...(retrieved.warnings.length > 0 && { warnings: retrieved.warnings }),
    ...(request.debug && { metrics: retrieved.timings }),
  };
}

function fieldsOf(
  places: readonly number[],
  retrieved: Retrieved,
  shown: readonly FindParagraph[],
): Readonly<Record<string, FindField>> {
  const byField = Map.groupBy(places, (i) => `/${retrieved.paragraphs[i]?.paragraph.field ?? ''}`);
  return Object.fromEntries(
    [...byField].map(([field, own]) => {
      const paragraphs = own.flatMap((i) => shown[i] ?? []).map((paragraph) => [paragraph.id, paragraph]);
      return [field, { paragraphs: Object.fromEntries(paragraphs) }];
    }),
  );
}

function findParagraph({ paragraph, score, type }: RankedParagraph, order: number, marked?: Retrieved): FindParagraph {
  const { id, text, page, index, start, end } = paragraph;
  return {
    id,
    score,
    score_type: type,
    order,
    text: marked ? highlight(text, marked.parsed.words, marked.parsed.phrases) : text,
    labels: [...paragraph.resourceLabels, ...paragraph.labels].filter((label) => label.startsWith('/l/')),
    position: {
      page_number: page,
      index,
      start,
      end,
      start_seconds: paragraph.startSeconds ?? [],
      end_seconds: paragraph.endSeconds ?? [],
    },
    fuzzy_result: false,
    page_with_visual: paragraph.pageWithVisual ?? false,
    reference: paragraph.reference ?? null,
    is_a_table: paragraph.isTable ?? false,
    relevant_relations: null,
  };
}

function rounded(score: number): number {
  const thousandths = Math.round(score * 1_000);
  return Number.isFinite(thousandths) ? thousandths / 1_000 : score;
}
