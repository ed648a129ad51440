import { naiveUtc } from '@lectern/contracts/core';
import type {
  CloudLink,
  ExtractedData,
  ExtractedParagraph,
  ExtractedPart,
  FieldAugmentation,
  FieldLetter,
  FieldMetadata,
  PageStructure,
} from '@lectern/contracts/knowledge-box';
import { keyedSentences, type UnderstoodField, type UnderstoodParagraph } from '@lectern/contracts/understanding';
import {
  type ExtractedFieldEntity,
  type FieldVectorsEntity,
  floatsOf,
  identOfSplit,
  partRange,
} from '@lectern/resource-store';
import { augmentedEntities, augmentedParagraphs, augmentedRelations, writtenQuestions } from './augmented-data';
import { largeMetadata } from './large-metadata';
import { pagePositions } from './page-positions';
import type { RowsPreview } from './sheet-rows';
import type { StoredQuestion } from './question-answers';
import { type Long, LongList, LongObject, type LongText } from '../document/long';

export type ParagraphVector = NonNullable<ExtractedData['vectors']>['vectors']['vectors'][number];

/** Processing results of a field; large parts may be lazy. */
export interface ExtractedContent {
  readonly text: string | LongText;
  readonly paragraphs: readonly ExtractedParagraph[] | LongList<ExtractedParagraph>;
  readonly understood: UnderstoodField;
  readonly extractedAt: Date;
  /** Thumbnail of a file or link. */
  readonly thumbnail?: CloudLink;
  /** Displayable form of a file. */
  readonly preview?: CloudLink;
  /** Large picture of a link. */
  readonly image?: CloudLink;
  /** Pictures of the pages of a file, in order. */
  readonly pages?: readonly CloudLink[];
  /** Positions of the words on these pages. */
  readonly structures?: LongList<PageStructure>;
  /** The first rows of each sheet in a file. */
  readonly rows?: LongObject<RowsPreview>;
  readonly vectors?: readonly ParagraphVector[] | LongList<ParagraphVector>;
  /** Results per message of a conversation. */
  readonly splits?: Splits;
  /** Results of agents for the field. */
  readonly augmentations?: readonly FieldAugmentation[];
  /** Questions that users have written about the field. */
  readonly questions?: readonly StoredQuestion[];
}

/** Processing results of one message. */
export interface Split {
  readonly ident: string;
  readonly content: ExtractedContent;
}

/** Processing results of a conversation's messages. */
export interface Splits {
  readonly present: readonly Split[] | LongList<Split>;
  /** Idents of deleted messages. */
  readonly deleted: readonly string[] | LongList<string>;
}

/** @param vectors parts of the field in one vectorset; vectors of outdated paragraphs are ignored */
export function wholeContent(
  extracted: ExtractedFieldEntity,
  vectors: readonly FieldVectorsEntity[] = [],
): ExtractedContent {
  const { text, paragraphs, understood, extractedAt, seqid } = extracted;
  const present = vectors.filter((row) => row.seqid === seqid).sort((a, b) => a.part - b.part);
  return {
    text,
    understood,
    extractedAt,
    paragraphs: paragraphs.map(shownParagraph),
    ...(present.length > 0 && { vectors: present.flatMap((row) => partVectors(paragraphs, row)) }),
  };
}

/** The same for one message. */
export function splitOf(extracted: ExtractedFieldEntity, vectors?: readonly FieldVectorsEntity[]): Split {
  return { ident: identOfSplit(extracted.id) ?? '', content: wholeContent(extracted, vectors) };
}

function partVectors(paragraphs: readonly UnderstoodParagraph[], { part, vectors }: FieldVectorsEntity) {
  const { from, count } = partRange(part, paragraphs.length);
  return paragraphVectors(paragraphs.slice(from, from + count), vectors);
}

export function shownParagraph({
  headings: _headings,
  language: _language,
  ...shown
}: UnderstoodParagraph): ExtractedParagraph {
  return { ...shown, sentences: keyedSentences(shown) };
}

/** @param bytes the concatenated vectors of exactly these paragraphs */
export function paragraphVectors(
  paragraphs: readonly Pick<ExtractedParagraph, 'start' | 'end'>[],
  bytes: Buffer,
): readonly ParagraphVector[] {
  const floats = floatsOf(bytes);
  const dimensions = paragraphs.length === 0 ? 0 : floats.length / paragraphs.length;
  return paragraphs.map(({ start, end }, i) => ({
    start,
    end,
    start_paragraph: start,
    end_paragraph: end,
    vector: [...floats.subarray(i * dimensions, (i + 1) * dimensions)],
  }));
}

/** Processing results of a field in the form of the interface, limited to the requested parts. */
export function extractedData(
  letter: FieldLetter,
  content: ExtractedContent,
  parts: readonly ExtractedPart[],
): Long<ExtractedData> {
  const has = (part: ExtractedPart) => parts.includes(part);
  const { text, splits } = content;
  const deleted_splits = splits?.deleted ?? [];
  const metadataOf = (one: ExtractedContent) => fieldMetadata(one, has('metadata'));
  return {
    ...(has('text') && { text: { text, split_text: bySplit(splits, (split) => split.text), deleted_splits } }),
    ...((has('metadata') || has('shortened_metadata')) && {
      metadata: { metadata: metadataOf(content), split_metadata: bySplit(splits, metadataOf), deleted_splits },
    }),
    ...(has('large_metadata') && {
      large_metadata: {
        metadata: largeMetadata(content),
        split_metadata: bySplit(splits, largeMetadata),
        deleted_splits,
      },
    }),
    ...(has('vectors') && vectorsMember(content)),
    ...(has('question_answers') && {
      question_answers: {
        question_answers: { question_answer: allQuestions(content) },
        split_question_answers: {},
        deleted_splits,
      },
    }),
    ...(has('file') && letter === 'f' && { file: fileMember(content) }),
    ...(has('link') && letter === 'u' && { link: linkMember(content) }),
  };
}

function allQuestions({ questions = [], understood, augmentations = [] }: ExtractedContent) {
  return [...questions, ...writtenQuestions(understood.language, augmentations)];
}

function vectorsMember({ vectors, splits }: ExtractedContent): { readonly vectors?: Long<ExtractedData['vectors']> } {
  if (!vectors && !splits) return {};
  const split_vectors = bySplit(splits, (split) => split.vectors && { vectors: split.vectors });
  return { vectors: { vectors: { vectors: vectors ?? [] }, split_vectors, deleted_splits: splits?.deleted ?? [] } };
}

/** A member of each message by its ident; messages without it are left out. */
function bySplit<T>(
  splits: Splits | undefined,
  memberOf: (content: ExtractedContent) => T | undefined,
): Readonly<Record<string, T>> | LongObject<T> {
  const members = (some: readonly Split[]): Readonly<Record<string, T>> =>
    Object.fromEntries(
      some.flatMap(({ ident, content }) => {
        const member = memberOf(content);
        return member === undefined ? [] : [[ident, member]];
      }),
    );
  const { present = [] } = splits ?? {};
  if (!(present instanceof LongList)) return members(present);
  return new LongObject(async function* () {
    for await (const some of present.read()) yield members(some);
  });
}

/** @param whole whether to include entities */
export function fieldMetadata(content: ExtractedContent, whole: boolean): Long<FieldMetadata> {
  const { understood, extractedAt, thumbnail = null, augmentations = [] } = content;
  const at = naiveUtc(extractedAt);
  const entities = whole ? understood.entities : [];
  return {
    links: understood.links,
    paragraphs: augmentedParagraphs(content.paragraphs, augmentations),
    ner: Object.fromEntries(entities.map(({ text, label }) => [text, label])),
    entities: whole ? { processor: { entities }, ...augmentedEntities(augmentations) } : {},
    classifications: augmentations.flatMap(({ classifications }) => classifications),
    last_index: at,
    last_understanding: at,
    last_extract: at,
    last_summary: at,
    last_processing_start: at,
    thumbnail,
    language: understood.language,
    summary: understood.summary,
    positions: Object.fromEntries(
      entities.map(({ text, label, positions }) => [`${label}/${text}`, { position: positions, entity: text }]),
    ),
    relations: augmentedRelations(augmentations),
    mime_type: understood.mimeType,
    ...(understood.strategies && { strategies: understood.strategies }),
  };
}

function fileMember(content: ExtractedContent): Record<string, unknown> {
  const { understood, thumbnail, preview, pages = [], structures = [], rows = {}, paragraphs } = content;
  const hasPages = understood.pages !== undefined && understood.pages > 0;
  const positions = hasPages && pagePositions(paragraphs, understood.pages);
  return {
    language: understood.language,
    metadata: {},
    nested: {},
    file_generated: {},
    file_rows_previews: rows,
    ...(thumbnail && { file_thumbnail: thumbnail }),
    ...(preview && { file_preview: preview }),
    ...(positions && { file_pages_previews: { pages, positions, structures } }),
    nested_position: {},
    nested_list_position: {},
  };
}

function linkMember({ understood, extractedAt, thumbnail, image }: ExtractedContent): Record<string, unknown> {
  return {
    date: naiveUtc(extractedAt),
    language: understood.language,
    title: understood.page?.title ?? '',
    description: understood.page?.description ?? '',
    metadata: {},
    type: understood.mimeType,
    embed: '',
    ...(thumbnail && { link_thumbnail: thumbnail }),
    ...(image && { link_image: image }),
    file_generated: {},
  };
}
