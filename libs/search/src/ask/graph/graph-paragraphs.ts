import type { StoredParagraph } from '@lectern/contracts/core';
import type { RankedParagraph } from '../../retrieval/ranked-paragraph';
import { type RankedRelation, relationsOf, relationText } from './ranked-relation';

interface Span {
  readonly paragraph: StoredParagraph;
  readonly relations: readonly RankedRelation[];
}

/** Ids of the paragraphs that state relations. */
export function placesOf(ranked: readonly RankedRelation[]): readonly string[] {
  return [...new Set(ranked.flatMap(({ path }) => path.metadata?.paragraph_id ?? []))];
}

/**
 * The paragraphs that state relations, as good as the best of theirs; one that lies within another is a part of that.
 *
 * @param asText whether their texts are lines about the relations instead of what they say
 */
export function graphParagraphs(
  ranked: readonly RankedRelation[],
  stored: readonly StoredParagraph[],
  asText: boolean,
): readonly RankedParagraph[] {
  const byPlace = Map.groupBy(ranked, ({ path }) => path.metadata?.paragraph_id ?? '');
  const spans = merged(stored.map((paragraph) => ({ paragraph, relations: byPlace.get(paragraph.id) ?? [] })));
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

/** Longer ones first, each of which takes up those within it. */
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
  const ofSameField = placeOf(outer) === placeOf(inner);
  return ofSameField && outer.start <= inner.start && inner.end <= outer.end;
}

/** Field, and message of a conversation. */
function placeOf({ id }: StoredParagraph): string {
  return id.slice(0, id.lastIndexOf('/'));
}
