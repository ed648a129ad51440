import type {
  ParagraphPosition,
  SearchFields,
  SearchParagraph,
  SearchParagraphs,
  SearchRequest,
  SearchSentences,
  WordList,
} from '@lectern/contracts/search';
import { shownLabels, type StoredParagraph } from '@lectern/contracts/core';
import { highlight } from '@lectern/text';
import type { FoundLists, FoundPage } from './search-lists';
import type { ScoredParagraph } from './without-repeats';

const LABEL = '/l/';

/** Keyword paragraphs in the form of the interface. */
export function paragraphList({ paragraphs, reading }: FoundLists, request: SearchRequest): SearchParagraphs {
  const page: NonNullable<FoundLists['paragraphs']> = paragraphs ?? { ...emptyPage, approximate: [], isCounted: true };
  const { approximate, asSaid } = page;
  const { words, phrases } = reading.parsed;
  const textOf = (text: string) => (request.highlight ? highlight(text, words, phrases, { approximate }) : text);
  const isFuzzy = (id: string) => approximate.length > 0 && !asSaid?.has(id);
  const results = page.shown.map((one) => {
    const { id, text } = one.paragraph;
    return searchParagraph(one, { text: textOf(text), isFuzzy: isFuzzy(id) });
  });
  return { results, ...wordList(page, reading.minScore.bm25, request) };
}

/** One keyword paragraph in the form of the interface. */
export function searchParagraph(
  { paragraph, score }: ScoredParagraph,
  { text, isFuzzy }: { readonly text: string; readonly isFuzzy: boolean },
): SearchParagraph {
  const { rid, startSeconds, endSeconds } = paragraph;
  return {
    score,
    rid,
    ...fieldReference(paragraph),
    text,
    labels: labelPaths([...paragraph.resourceLabels, ...shownLabels(paragraph.labels)]),
    ...(startSeconds && { start_seconds: startSeconds }),
    ...(endSeconds && { end_seconds: endSeconds }),
    position: positionOf(paragraph),
    fuzzy_result: isFuzzy,
  };
}

/** Keyword fields in the form of the interface. */
export function fieldList({ fields, reading }: FoundLists, request: SearchRequest): SearchFields {
  const page = fields ?? emptyPage;
  const results = page.shown.map(({ rid, score, paragraph }) => {
    return { score, rid, ...fieldReference(paragraph), labels: labelPaths(paragraph.resourceLabels) };
  });
  return { results, ...wordList(page, reading.minScore.bm25, request) };
}

/** Semantic paragraphs in the form of the interface. */
export function sentenceList({ sentences, reading }: FoundLists, { top_k: topK }: SearchRequest): SearchSentences {
  const results = (sentences?.shown ?? []).map(({ paragraph, score }: ScoredParagraph) => {
    const { rid, text, id } = paragraph;
    return { score, rid, text, ...fieldReference(paragraph), index: id, position: positionOf(paragraph) };
  });
  return { results, facets: {}, page_number: 0, page_size: topK, min_score: reading.minScore.semantic };
}

const emptyPage = { shown: [], total: 0, more: false, facets: {} } as const;

function wordList(page: Omit<FoundPage<never>, 'shown'>, minScore: number, request: SearchRequest): WordList {
  return {
    facets: page.facets,
    query: request.query,
    total: page.total,
    page_number: 0,
    page_size: request.top_k + request.offset,
    next_page: page.more,
    min_score: minScore,
  };
}

function fieldReference({ field }: StoredParagraph): { readonly field_type: string; readonly field: string } {
  const [letter = '', name = ''] = field.split('/');
  return { field_type: letter, field: name };
}

function labelPaths(paths: readonly string[]): string[] {
  return [...new Set(paths)].filter((path) => path.startsWith(LABEL)).map((path) => path.slice(LABEL.length));
}

function positionOf({ page, index, start, end }: StoredParagraph): ParagraphPosition {
  return { page_number: page, index, start, end };
}
