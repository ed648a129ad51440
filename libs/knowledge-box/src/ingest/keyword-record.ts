import {
  entityLabel,
  type IndexedParagraph,
  type IndexedResource,
  type KeywordRecord,
  type UnderstoodParagraph,
} from '@lectern/contracts';
import { analyze, codePointLength } from '@lectern/text';
import type { ExtractedFieldEntity } from '../field/field.entity';
import type { ResourceEntity } from '../resource/resource.entity';
import { ParagraphText } from './paragraph-text';
import { resourceLabels } from './resource-labels';

/** What the indexes must know of a resource besides its paragraphs. */
export function indexedResource(resource: ResourceEntity): IndexedResource {
  return {
    rid: resource.id,
    version: resource.version,
    createdMs: dateMs(resource.origin?.created) ?? resource.created.getTime(),
    modifiedMs: dateMs(resource.origin?.modified) ?? resource.modified.getTime(),
    hidden: resource.hidden,
    groups: (resource.accessGroups ?? []).map((group) => group.replace(/^\//, '')),
    labels: resourceLabels(resource),
  };
}

/** Everything that the keyword index holds of a resource: its title, its summary and the paragraphs of its fields. */
export function keywordRecord(resource: ResourceEntity, fields: readonly ExtractedFieldEntity[]): KeywordRecord {
  return {
    resource: indexedResource(resource),
    title: resource.title,
    paragraphs: [
      ...genericFields(resource).map((id) => genericParagraph(resource, id)),
      ...fields.flatMap((field) => fieldParagraphs(resource, field)),
    ],
  };
}

/** Label paths of a field's paragraphs, those of single paragraphs left out. */
export function fieldLabels({ understood }: Pick<ExtractedFieldEntity, 'understood'>): string[] {
  return [
    ...(understood.mimeType ? [`/mt/${understood.mimeType}`] : []),
    ...new Set(understood.entities.flatMap(({ label, text }) => entityLabel(label, text) ?? [])),
  ];
}

function fieldParagraphs(resource: ResourceEntity, field: ExtractedFieldEntity): IndexedParagraph[] {
  const text = new ParagraphText(field.text);
  const labels = fieldLabels(field);
  const titleTerms = analyze(resource.title, resource.language).terms;
  return field.paragraphs.map((paragraph, index) =>
    indexedParagraph({ resource, field, text, labels, titleTerms, paragraph, index }),
  );
}

interface ParagraphSource {
  readonly resource: ResourceEntity;
  readonly field: ExtractedFieldEntity;
  readonly text: ParagraphText;
  readonly labels: readonly string[];
  /** A paragraph is found by what it belongs to, too; measured: up to 3 % better, never worse than 1 %. */
  readonly titleTerms: string;
  readonly paragraph: UnderstoodParagraph;
  readonly index: number;
}

function indexedParagraph({
  resource,
  field,
  text,
  labels,
  titleTerms,
  paragraph,
  index,
}: ParagraphSource): IndexedParagraph {
  const { start, end, kind, page, representation } = paragraph;
  const shown = text.slice(start, end);
  const language = paragraph.language || field.understood.language;
  const { terms, words } = analyze(shown, language);
  return {
    id: `${resource.id}/${field.letter}/${field.id}/${start}-${end}`,
    field: `${field.letter}/${field.id}`,
    text: shown,
    terms: [titleTerms, terms].filter((part) => part !== '').join(' '),
    words,
    language,
    kind,
    labels: [...labels, `/k/${kind.toLowerCase()}`],
    index,
    start,
    end,
    page: page?.page ?? 0,
    pageWithVisual: page?.page_with_visual,
    isTable: representation?.is_a_table,
    reference: representation?.reference_file || undefined,
    startSeconds: paragraph.start_seconds,
    endSeconds: paragraph.end_seconds,
  };
}

type GenericField = 'title' | 'summary';
const genericKinds = { title: 'TITLE', summary: 'DESCRIPTION' } as const;

/** Of a resource itself, those that are a paragraph each. */
export function genericFields(
  resource: Pick<ResourceEntity, GenericField | 'summaryIsProvisional'>,
): readonly GenericField[] {
  const { title, summary, summaryIsProvisional } = resource;
  return [
    ...(title.trim() === '' ? [] : (['title'] as const)),
    ...(summary.trim() === '' || summaryIsProvisional ? [] : (['summary'] as const)),
  ];
}

function genericParagraph(resource: ResourceEntity, id: GenericField): IndexedParagraph {
  const text = resource[id];
  const end = codePointLength(text);
  const kind = genericKinds[id];
  return {
    id: `${resource.id}/a/${id}/0-${end}`,
    field: `a/${id}`,
    text,
    ...analyze(text, resource.language),
    language: resource.language,
    kind,
    labels: [`/k/${kind.toLowerCase()}`],
    index: 0,
    start: 0,
    end,
    page: 0,
  };
}

function dateMs(text: string | undefined): number | undefined {
  if (!text) return undefined;
  const ms = Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}
