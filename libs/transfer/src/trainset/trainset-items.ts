import { letterOfFieldType, type TrainsetType } from '@lectern/contracts/knowledge-box';
import { entityLabels, generatedFieldLabels } from '@lectern/contracts/core';
import { fieldLabels, indexedResource, type LongField, type LongFields } from '@lectern/indexing';
import { ParagraphText } from '@lectern/intake';
import { fieldOfSplit, type ResourceEntity } from '@lectern/resource-store';
import { splitSentences } from '@lectern/text';
import { taggedTokens } from './tagged-tokens';
import type { FilteredField } from './trainset-filter';
import { labelsOfParagraphs, labelsOfResource } from './trainset-labels';
import {
  fieldMessage,
  labelledMessage,
  paragraphMessage,
  tokensMessage,
  type TrainsetField,
  type TrainsetLabel,
} from './trainset-messages';

/** A field from which items are made. */
export interface ItemSource {
  readonly resource: ResourceEntity;
  readonly field: LongField;
  /** Labels or entity types named in the request. */
  readonly wanted: readonly string[];
  readonly excludeText: boolean;
}

/** A paragraph with its text. */
interface Paragraph {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  readonly language: string;
  readonly text: string;
}

/** Access to the content of a field. */
export interface FieldContent {
  readonly texts: ReturnType<LongFields['textsOf']>;
  /** The complete text. */
  readonly wholeText: (field: LongField) => Promise<string>;
}

type Items = (source: ItemSource, content: FieldContent) => AsyncGenerator<Uint8Array>;

/** The parts of a field that filters evaluate. */
type FilterHead = Pick<LongField, 'letter' | 'id' | 'count'> & {
  readonly understood: Pick<LongField['understood'], 'language' | 'mimeType' | 'entities'>;
};

/** A field in the form that filters evaluate. */
export function trainsetFilterField(resource: ResourceEntity, field: FilterHead): FilteredField {
  const indexed = indexedResource(resource);
  const { mimeType, entities } = field.understood;
  const own = [
    ...(mimeType ? [`/mt/${mimeType}`] : []),
    ...entityLabels(entities, field.count),
    ...generatedFieldLabels(field),
    ...fieldLabels({ ...resource, augmentations: resource.augmentations.filter(isOf(field)) }),
  ];
  const ofParagraphs = [...labelsOfParagraphs(resource, field).values()].flat();
  const paragraphLabels = ofParagraphs.map(({ labelset, label }) => `/l/${labelset}/${label}`);
  return { resource: indexed, field, labels: [...indexed.labels, ...own], paragraphLabels };
}

function isOf({ letter, id }: FilterHead): (one: ResourceEntity['augmentations'][number]) => boolean {
  return ({ field }) => letterOfFieldType[field.field_type] === letter && field.field === fieldOfSplit(id);
}

/** Makes the items of a type from one field. */
export const itemsOf: Readonly<Record<Exclude<TrainsetType, 'QUESTION_ANSWER_STREAMING'>, Items>> = {
  FIELD_CLASSIFICATION: async function* ({ resource, field, wanted }, { wholeText }) {
    const text = await wholeText(field);
    if (text !== '') yield labelledMessage([text], labelsOfResource(resource, wanted.slice(0, 1)));
  },
  PARAGRAPH_CLASSIFICATION: async function* (source, content) {
    for await (const { text, labels } of labelledParagraphs(source, content)) yield labelledMessage([text], labels);
  },
  SENTENCE_CLASSIFICATION: async function* (source, content) {
    for await (const { text, language, labels } of labelledParagraphs(source, content)) {
      const sentences = splitSentences(text, language).map((sentence) => sentence.text);
      if (sentences.length > 0) yield labelledMessage(sentences, labels);
    }
  },
  TOKEN_CLASSIFICATION: async function* (source, content) {
    const { entities } = source.field.understood;
    const wanted = entities.filter(({ label }) => source.wanted.length === 0 || source.wanted.includes(label));
    for await (const { start, text } of trainsetParagraphs(source, content)) {
      const { tokens, labels } = taggedTokens({ start, text }, wanted);
      if (tokens.length > 0) yield tokensMessage(tokens, labels);
    }
  },
  IMAGE_CLASSIFICATION: none,
  PARAGRAPH_STREAMING: async function* (source, content) {
    const paragraphs =
      source.wanted.length > 0 ? labelledParagraphs(source, content) : trainsetParagraphs(source, content);
    for await (const { id, text } of paragraphs) yield paragraphMessage(id, text);
  },
  FIELD_STREAMING: async function* ({ resource, field, excludeText }, content) {
    const paragraphs: { start: number; end: number; kind: TrainsetField['paragraphs'][number]['kind'] }[] = [];
    for await (const page of content.texts(field))
      paragraphs.push(...page.paragraphs.map(({ start, end, kind }) => ({ start, end, kind })));
    const text = excludeText ? '' : await content.wholeText(field);
    const { labels } = trainsetFilterField(resource, field);
    yield fieldMessage({ resource, field, labels, text, paragraphs });
  },
};

/** Knowledge boxes contain no pictures with selections. */
async function* none(): AsyncGenerator<Uint8Array> {
  // yields nothing
}

/** Paragraphs with a requested label, either their own or their resource's. */
async function* labelledParagraphs(
  { resource, field, wanted }: ItemSource,
  content: FieldContent,
): AsyncGenerator<Paragraph & { readonly labels: readonly TrainsetLabel[] }> {
  const ofResource = labelsOfResource(resource, wanted);
  const byKey = labelsOfParagraphs(resource, field, wanted);
  if (ofResource.length + byKey.size === 0) return;
  for await (const paragraph of trainsetParagraphs({ resource, field }, content)) {
    const labels = [...(byKey.get(paragraph.id) ?? []), ...ofResource];
    if (labels.length > 0) yield { ...paragraph, labels };
  }
}

/** Paragraphs in reading order, one page of text at a time. */
export async function* trainsetParagraphs(
  { resource, field }: Pick<ItemSource, 'resource' | 'field'>,
  { texts }: FieldContent,
): AsyncGenerator<Paragraph> {
  for await (const { first, text, paragraphs } of texts(field)) {
    const piece = new ParagraphText(text, first);
    for (const { start, end, kind, language } of paragraphs) {
      const id = `${resource.id}/${field.letter}/${field.id}/${start}-${end}`;
      const own = piece.slice(start, end);
      yield { id, start, end, kind, language: language || field.understood.language, text: own };
    }
  }
}
