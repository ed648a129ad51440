import type {
  ParagraphNeighbours,
  ParagraphRelation,
  ParagraphRelations,
  ParagraphsAround,
} from '@lectern/contracts/knowledge-box';
import type { UnderstoodParagraph } from '@lectern/contracts/understanding';
import type { ExtractedFieldEntity } from '@lectern/resource-store';
import type { ExtractedResource } from '../processing/resource-loader';
import { genericFields, isField, indexedParagraphId, shownGeneric } from './keyword-record';
import { ParagraphText } from '@lectern/intake';

/** Siblings returned on each side of a paragraph. */
const SIBLINGS_MAX = 10;
/** Paragraphs returned with the same text. */
const REPLACEMENTS_MAX = 10;

/** The paragraphs related to one. */
export interface RelatedParagraphs {
  readonly neighbours: ReadonlyMap<string, ParagraphNeighbours>;
  readonly relations: ReadonlyMap<string, ParagraphRelations>;
}

/** The relations of some paragraphs, each within its field; title and summary have none. */
export function relatedParagraphs(
  { resource, extracted }: ExtractedResource,
  ids: ReadonlySet<string>,
  { around, related = [] }: { readonly around?: ParagraphsAround; readonly related?: readonly ParagraphRelation[] },
): RelatedParagraphs {
  const lists = [
    ...genericFields(resource).map((id) => ({ ids: [shownGeneric(resource, id).id] })),
    ...extracted.filter(isField).map((field) => ({ field, ids: idsOf(resource, field) })),
  ];
  const neighbours = new Map<string, ParagraphNeighbours>();
  const relations = new Map<string, ParagraphRelations>();
  for (const list of lists) {
    const named = list.ids.flatMap((id, at) => (ids.has(id) ? [at] : []));
    if (named.length === 0) continue;
    if (around) for (const at of named) neighbours.set(list.ids[at] ?? '', neighboursOf(list.ids, at, around));
    if (related.length === 0) continue;
    const found = 'field' in list ? layoutRelations(list.field, named) : new Map<number, Indexes>();
    for (const at of named) relations.set(list.ids[at] ?? '', idsIn(found.get(at), list.ids, related));
  }
  return { neighbours, relations };
}

function idsOf(resource: ExtractedResource['resource'], field: ExtractedFieldEntity): readonly string[] {
  return field.paragraphs.map((paragraph) => indexedParagraphId(resource, field, paragraph));
}

function neighboursOf(list: readonly string[], at: number, { before, after }: ParagraphsAround): ParagraphNeighbours {
  return { before: list.slice(Math.max(0, at - before), at), after: list.slice(at + 1, at + 1 + after) };
}

type Indexes = Readonly<Record<ParagraphRelation, readonly number[]>>;

function idsIn(
  found: Indexes | undefined,
  list: readonly string[],
  related: readonly ParagraphRelation[],
): ParagraphRelations {
  return Object.fromEntries(
    related.map((relation) => [relation, (found?.[relation] ?? []).flatMap((at) => list[at] ?? [])]),
  );
}

type Content = Pick<ExtractedFieldEntity, 'text' | 'paragraphs'>;

/**
 * Relations between paragraphs of a field that follow from its layout. Parents are the paragraphs with the headings
 * above a paragraph, the innermost first. Siblings are the nearest others below the same headings, in order.
 * Replacements have the same text.
 *
 * @param named positions of the paragraphs, from the first one on
 */
export function layoutRelations(content: Content, named: readonly number[]): ReadonlyMap<number, Indexes> {
  const { paragraphs } = content;
  const same = sameTexts(content, named);
  const wanted = new Set(named);
  const opened: number[] = [];
  const found = new Map<number, Indexes>();
  let path: readonly string[] = [];
  paragraphs.forEach(({ headings }, at) => {
    opened.length = commonLength(path, headings);
    while (opened.length < headings.length) opened.push(at);
    path = headings;
    if (!wanted.has(at)) return;
    const parents = [...new Set(opened.filter((index) => index !== at))].reverse();
    found.set(at, { parents, siblings: siblingsOf(paragraphs, at), replacements: same.get(at) ?? [] });
  });
  return found;
}

function commonLength(some: readonly string[], others: readonly string[]): number {
  const differs = some.findIndex((heading, depth) => heading !== others[depth]);
  return differs === -1 ? some.length : differs;
}

/** Without headings, sections are unknown. */
function siblingsOf(paragraphs: readonly UnderstoodParagraph[], at: number): number[] {
  const { headings = [] } = paragraphs[at] ?? {};
  const isSibling = (index: number) => {
    const own = paragraphs[index]?.headings;
    return own?.length === headings.length && commonLength(own, headings) === headings.length;
  };
  if (headings.length === 0) return [];
  let [first, last] = [at, at];
  while (first > Math.max(0, at - SIBLINGS_MAX) && isSibling(first - 1)) first -= 1;
  while (last < at + SIBLINGS_MAX && isSibling(last + 1)) last += 1;
  return Array.from({ length: last - first + 1 }, (_, i) => first + i).filter((index) => index !== at);
}

/** For each named paragraph, the first others with the same text. */
function sameTexts({ text, paragraphs }: Content, named: readonly number[]): ReadonlyMap<number, readonly number[]> {
  const piece = new ParagraphText(text);
  const textOf = ({ start, end }: UnderstoodParagraph) => piece.slice(start, end);
  const wanted = named.flatMap((at) => (paragraphs[at] ? [{ at, paragraph: paragraphs[at] }] : []));
  const lengths = new Set(wanted.map(({ paragraph: { start, end } }) => end - start));
  const indexes = new Map<string, number[]>(wanted.map(({ paragraph }) => [textOf(paragraph), []]));
  paragraphs.forEach((paragraph, at) => {
    // Most texts differ in length, so few have to be compared.
    const list = lengths.has(paragraph.end - paragraph.start) ? indexes.get(textOf(paragraph)) : undefined;
    if (list && list.length <= REPLACEMENTS_MAX) list.push(at);
  });
  return new Map(
    wanted.map(({ at, paragraph }) => {
      const same = indexes.get(textOf(paragraph)) ?? [];
      return [at, same.filter((index) => index !== at).slice(0, REPLACEMENTS_MAX)];
    }),
  );
}
