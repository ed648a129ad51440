import type { StoredParagraph } from '@lectern/contracts/core';
import type { RankedParagraph } from '../../retrieval/ranked-paragraph';
import { type RankedRelation, relationsOf, relationText } from './ranked-relation';

interface Span {
  readonly paragraph: StoredParagraph;
  readonly relations: readonly RankedRelation[];
}

/** Field id for relations stated by a resource itself. */
const OWN_FIELD = 'a/usermetadata';
/** Placeholder range: no real paragraph is empty. */
const NO_RANGE = '0-0';

/** Ids of the paragraphs that state the relations. */
export function paragraphIdsOf(ranked: readonly RankedRelation[]): readonly string[] {
  return [...new Set(ranked.flatMap(({ path }) => path.metadata?.paragraph_id ?? []))];
}

/**
 * Formats relations without a known paragraph as lines. Each field or resource that states such relations becomes one
 * paragraph.
 *
 * @param titles of the resources, by id
 */
export function paragraphsOfLines(
  ranked: readonly RankedRelation[],
  titles: Readonly<Record<string, { readonly title?: string | null }>>,
): readonly RankedParagraph[] {
  const byId = Map.groupBy(ranked, lineId);
  byId.delete(undefined);
  return [...byId].map(([id = '', relations]) => {
    const [rid = '', letter, field] = id.split('/');
    const paragraph = {
      id,
      rid,
      field: `${letter}/${field}`,
      text: linesOf(relations),
      language: '',
      kind: 'TEXT' as const,
      labels: [],
      resourceLabels: [],
      resourceTitle: titles[rid]?.title ?? '',
      index: 0,
      start: 0,
      end: 0,
      page: 0,
    };
    return rankedOf(paragraph, relations);
  });
}

/** Ids of the paragraphs that the lines form. */
export function lineParagraphIds(ranked: readonly RankedRelation[]): readonly string[] {
  return [...new Set(ranked.flatMap((one) => lineId(one) ?? []))];
}

function lineId({ path: { metadata, statedBy } }: RankedRelation): string | undefined {
  if (metadata?.paragraph_id) return undefined;
  const field = metadata?.field_id ?? (statedBy === undefined ? undefined : `${statedBy}/${OWN_FIELD}`);
  return field && `${field}/${NO_RANGE}`;
}

/**
 * The paragraphs that state relations, each with the score of its best relation. A paragraph that lies within another
 * is merged into it.
 *
 * @param asText whether to replace their texts with lines about the relations
 */
export function graphParagraphs(
  ranked: readonly RankedRelation[],
  stored: readonly StoredParagraph[],
  asText: boolean,
): readonly RankedParagraph[] {
  const byParagraph = Map.groupBy(ranked, ({ path }) => path.metadata?.paragraph_id ?? '');
  const spans = merged(stored.map((paragraph) => ({ paragraph, relations: byParagraph.get(paragraph.id) ?? [] })));
  return spans
    .map(({ paragraph, relations }) =>
      rankedOf(asText ? { ...paragraph, text: linesOf(relations) } : paragraph, relations),
    )
    .sort((a, b) => b.score - a.score);
}

function rankedOf(paragraph: StoredParagraph, relations: readonly RankedRelation[]): RankedParagraph {
  const score = Math.max(...relations.map((one) => one.score));
  const retrieved = { score, legs: [] };
  return { paragraph, score, type: 'RELATION_RELEVANCE', retrieved, relations: relationsOf(relations) };
}

function linesOf(relations: readonly RankedRelation[]): string {
  return [...new Set(relations.map(({ path }) => `- ${relationText(path)}`))].join('\n');
}

/** Sorts longer spans first; each absorbs the spans within it. */
function merged(spans: readonly Span[]): readonly Span[] {
  const kept: Span[] = [];
  const byLength = spans.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  for (const span of byLength) {
    const at = kept.findIndex((other) => contains(other, span));
    const around = kept[at];
    if (around) kept[at] = { ...around, relations: [...around.relations, ...span.relations] };
    else kept.push(span);
  }
  return kept.filter(({ relations }) => relations.length > 0);
}

function lengthOf({ paragraph: { start, end } }: Span): number {
  return end - start;
}

function contains({ paragraph: outer }: Span, { paragraph: inner }: Span): boolean {
  const ofSameField = fieldOf(outer) === fieldOf(inner);
  return ofSameField && outer.start <= inner.start && inner.end <= outer.end;
}

/** The field, including the message of a conversation. */
function fieldOf({ id }: StoredParagraph): string {
  return id.slice(0, id.lastIndexOf('/'));
}
