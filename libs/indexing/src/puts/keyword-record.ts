import {
  type AnySequence,
  entityLabels,
  type IndexedParagraph,
  type IndexedResource,
  type IndexUpdate,
  type KeywordRecord,
  type ParagraphKind,
  parseInstant,
  type SearchedMember,
  type Sequence,
  generatedFieldLabels,
} from '@lectern/contracts/core';
import type { UnderstoodParagraph } from '@lectern/contracts/understanding';
import {
  type ExtractedFieldEntity,
  fieldOfSplit,
  type ResourceEntity,
  withoutExtension,
} from '@lectern/resource-store';
import { type AnalyzedText, analyze, codePointLength } from '@lectern/text';
import type { FieldHead, LongField, TextPage } from './long-fields';
import { ParagraphText } from '@lectern/intake';
import { givenLabels, indexedLabels } from './resource-labels';
import type { ExtractedResource } from '../processing/resource-loader';
import { concatenated, mapped, paged } from './sequence';

/**
 * Weight of the title among a paragraph's terms. A title counted once improves results by up to 3 %, counted twice by
 * another .8 to 2.6 % on four collections (decision 0032).
 */
const TITLE_TIMES = 2;

/** A paragraph without the members that are only searched. */
type Shown = Omit<IndexedParagraph, SearchedMember>;

/** The members that the indexes need of a resource whose texts they hold. */
export function indexUpdate(resource: ResourceEntity): IndexUpdate {
  return { ...indexedResource(resource), given: givenLabels(resource) };
}

/** The members that the indexes need of a resource besides its paragraphs. */
export function indexedResource(resource: ResourceEntity): IndexedResource {
  return {
    rid: resource.id,
    version: resource.version,
    createdMs: dateMs(resource.origin?.created) ?? resource.created.getTime(),
    modifiedMs: dateMs(resource.origin?.modified) ?? resource.modified.getTime(),
    hidden: resource.hidden,
    groups: (resource.accessGroups ?? []).map((group) => group.replace(/^\//, '')),
    labels: indexedLabels(resource),
  };
}

/**
 * The complete keyword record of a resource: its title, its summary and the paragraphs of its fields, which are
 * analysed during iteration.
 */
export function keywordRecord(resource: ResourceEntity, fields: readonly ExtractedFieldEntity[]): KeywordRecord {
  const found = fieldParagraphs(resource, fields);
  return { ...recordHead(resource), paragraphs: concatenated([genericParagraphs(resource), found]) };
}

/** The keyword paragraphs of some fields alone. */
export function fieldParagraphs(
  resource: ResourceEntity,
  fields: readonly ExtractedFieldEntity[],
): Sequence<IndexedParagraph> {
  return concatenated(
    fields.filter(isField).map((field) => indexedParagraphs(resource, fieldHead(field))(wholePage(field))),
  );
}

/** The same for fields whose texts are read page by page. */
export function longKeywordRecord(
  resource: ResourceEntity,
  fields: readonly LongField[],
  textsOf: (field: LongField) => AsyncIterable<TextPage>,
): KeywordRecord {
  const found = fields.map((field): AnySequence<IndexedParagraph> => {
    async function* pages(): AsyncGenerator<Iterable<IndexedParagraph>> {
      const indexed = indexedParagraphs(resource, field);
      for await (const page of textsOf(field)) yield indexed(page);
    }
    return { length: field.count, pages };
  });
  return { ...recordHead(resource), paragraphs: paged([genericParagraphs(resource), ...found]) };
}

/** Some of the keyword index's paragraphs of a resource, as shown. */
export function shownParagraphs({ resource, extracted }: ExtractedResource, ids: ReadonlySet<string>): Shown[] {
  const generic = genericFields(resource).map((id) => shownGeneric(resource, id));
  const found = extracted.filter(isField).flatMap((field) => {
    const shown = shownOf(resource, fieldHead(field))(wholePage(field));
    const wanted = (paragraph: UnderstoodParagraph) => ids.has(indexedParagraphId(resource, field, paragraph));
    return field.paragraphs.flatMap((paragraph, index) => (wanted(paragraph) ? [shown(paragraph, index)] : []));
  });
  return [...generic.filter(({ id }) => ids.has(id)), ...found];
}

export function indexedParagraphId(
  resource: Pick<ResourceEntity, 'id'>,
  { letter, id }: Pick<ExtractedFieldEntity, 'letter' | 'id'>,
  { start, end }: UnderstoodParagraph,
): string {
  return `${resource.id}/${letter}/${id}/${start}-${end}`;
}

/** The labels of a field's paragraphs; paragraphs of one kind without labels of users share one list. */
export function paragraphLabels(
  resource: Pick<ResourceEntity, 'id' | 'classifications' | 'annotations' | 'augmentations'>,
  { letter, id, understood, count }: FieldHead,
): (paragraph: UnderstoodParagraph) => readonly string[] {
  const { ofFields, ofParagraphs } = givenLabels(resource);
  const ofField = [
    ...(understood.mimeType ? [`/mt/${understood.mimeType}`] : []),
    ...entityLabels(understood.entities, count),
    ...generatedFieldLabels({ letter, id }),
    ...(ofFields.get(`${letter}/${fieldOfSplit(id)}`) ?? []),
  ];
  const byKind = new Map<ParagraphKind, readonly string[]>();
  return (paragraph) => {
    const { kind } = paragraph;
    const labels = byKind.get(kind) ?? [...ofField, `/k/${kind.toLowerCase()}`];
    byKind.set(kind, labels);
    if (ofParagraphs.size === 0) return labels;
    const own = ofParagraphs.get(indexedParagraphId(resource, { letter, id }, paragraph));
    return own ? [...labels, ...own] : labels;
  };
}

/** Title and summary have the language of their resource, which may be detected later. */
export function paragraphLanguage(
  resource: Pick<ResourceEntity, 'language'>,
  { letter, understood }: FieldHead,
  paragraph: Pick<UnderstoodParagraph, 'language'>,
): string {
  return letter === 'a' ? resource.language : paragraph.language || understood.language;
}

function recordHead(resource: ResourceEntity): Pick<KeywordRecord, 'resource' | 'title'> {
  return { resource: indexedResource(resource), title: resource.title };
}

export function fieldHead({ letter, id, understood, paragraphs }: Omit<ExtractedFieldEntity, 'text'>): FieldHead {
  return { letter, id, understood, count: paragraphs.length };
}

function wholePage({ text, paragraphs }: ExtractedFieldEntity): TextPage {
  return { from: 0, first: 0, text, paragraphs };
}

function indexedParagraphs(resource: ResourceEntity, field: FieldHead): (page: TextPage) => Sequence<IndexedParagraph> {
  const shownOn = shownOf(resource, field);
  const title = analyze(resource.title, resource.language).terms;
  const filename = termsMissingIn(title, analyzedFilename(resource).terms);
  const ofTitle = [...Array<string>(TITLE_TIMES).fill(title), filename];
  const lackedBy = termsLackedBy(`${title} ${filename}`);
  return (page) => {
    const shown = shownOn(page);
    return mapped(page.paragraphs, (paragraph, index) => {
      const own = shown(paragraph, index);
      const { terms, words } = analyze(own.text, own.language);
      const found = [...ofTitle, terms].filter((part) => part !== '').join(' ');
      return { ...own, terms: found, words, titleTerms: lackedBy(terms) };
    });
  };
}

/**
 * The file name, which may have words that neither title nor text has. Its extension would match all files of its kind.
 */
function analyzedFilename({ origin, language }: Pick<ResourceEntity, 'origin' | 'language'>): AnalyzedText {
  return analyze(withoutExtension(origin?.filename ?? ''), language);
}

/** The terms that `present` lacks. */
function termsMissingIn(present: string, terms: string): string {
  const known = new Set(present.split(' '));
  return terms
    .split(' ')
    .filter((term) => !known.has(term))
    .join(' ');
}

/** The title terms that other terms lack: the same list for all that lack every one of them. */
function termsLackedBy(title: string): (terms: string) => readonly string[] | undefined {
  const all = [...new Set(title.split(' '))].filter((term) => term !== '');
  return (terms) => {
    const spaced = ` ${terms} `;
    const lacked = all.filter((term) => !spaced.includes(` ${term} `));
    if (lacked.length === 0) return undefined;
    return lacked.length === all.length ? all : lacked;
  };
}

function shownOf(
  resource: ResourceEntity,
  field: FieldHead,
): (page: TextPage) => (paragraph: UnderstoodParagraph, index: number) => Shown {
  const labelsOf = paragraphLabels(resource, field);
  return ({ from, first, text }) => {
    const piece = new ParagraphText(text, first);
    return (paragraph, index) => {
      const { start, end, kind, page, representation } = paragraph;
      return {
        id: indexedParagraphId(resource, field, paragraph),
        field: `${field.letter}/${fieldOfSplit(field.id)}`,
        text: piece.slice(start, end),
        language: paragraphLanguage(resource, field, paragraph),
        kind,
        labels: labelsOf(paragraph),
        index: from + index,
        start,
        end,
        page: page?.page ?? 0,
        pageWithVisual: page?.page_with_visual,
        isTable: representation?.is_a_table,
        reference: representation?.reference_file || undefined,
        startSeconds: paragraph.start_seconds,
        endSeconds: paragraph.end_seconds,
      };
    };
  };
}

/** Title and summary are taken from the resource, which has them before they are embedded. */
export function isField({ letter }: Pick<FieldHead, 'letter'>): boolean {
  return letter !== 'a';
}

type GenericField = 'title' | 'summary';
const genericKinds = { title: 'TITLE', summary: 'DESCRIPTION' } as const;

/** The members of a resource that are a paragraph each. */
export function genericFields(
  resource: Pick<ResourceEntity, GenericField | 'summaryIsProvisional'>,
): readonly GenericField[] {
  const { title, summary, summaryIsProvisional } = resource;
  return [
    ...(title.trim() === '' ? [] : (['title'] as const)),
    ...(summary.trim() === '' || summaryIsProvisional ? [] : (['summary'] as const)),
  ];
}

function genericParagraphs(resource: ResourceEntity): Sequence<IndexedParagraph> {
  return mapped(genericFields(resource), (id) => genericParagraph(resource, id));
}

function genericParagraph(resource: ResourceEntity, id: GenericField): IndexedParagraph {
  const shown = shownGeneric(resource, id);
  const own = analyze(shown.text, shown.language);
  if (id !== 'title') return { ...shown, ...own };
  const filename = analyzedFilename(resource);
  const missing = termsMissingIn(own.terms, filename.terms);
  if (missing === '') return { ...shown, ...own };
  // Its words follow those of the title, so that a partly typed name is found, too.
  return { ...shown, terms: joinedTexts(own.terms, missing), words: joinedTexts(own.words, filename.words) };
}

function joinedTexts(...lists: readonly string[]): string {
  return lists.filter((list) => list !== '').join(' ');
}

/** Title or summary as a paragraph. */
export function shownGeneric(resource: ResourceEntity, id: GenericField): Shown {
  const text = resource[id];
  const end = codePointLength(text);
  const kind = genericKinds[id];
  const key = `${resource.id}/a/${id}/0-${end}`;
  return {
    id: key,
    field: `a/${id}`,
    text,
    language: resource.language,
    kind,
    labels: [`/k/${kind.toLowerCase()}`, ...(givenLabels(resource).ofParagraphs.get(key) ?? [])],
    index: 0,
    start: 0,
    end,
    page: 0,
  };
}

function dateMs(text: string | undefined): number | undefined {
  if (!text) return undefined;
  const instant = parseInstant(text);
  if (instant) return instant.getTime();
  // Origins may use other forms of ISO 8601, such as a year alone.
  const ms = Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}
