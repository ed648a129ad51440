import { ArrayMaxSize, IsBoolean, IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import type { MessageType } from '../../knowledge-box/conversation/conversation.dto';
import { FIELD_ID, type FieldType, fieldTypes } from '../../core/identifiers';
import { CHOICES_MAX, MESSAGE_IDENT_CHARS_MAX, PARAGRAPH_KEY_CHARS_MAX } from '../../knowledge-box/limits';
import type { Resource } from '../../knowledge-box/resource/resource.dto';
import { Anything, Either, ForbidUnknown, ListOf, Nested, Satisfies, Together } from '../../validation/decorators';
import { tagged, text } from '../../validation/node';
import { RequestSecurity } from '../filtered-request/filtered-request.dto';
import {
  type HydratedField,
  type HydratedParagraph,
  NEIGHBOURS_MAX,
  PARAGRAPH_ID,
  RESOURCE_ID,
} from '../hydrate/hydrate.dto';

/** Ids of one request, of each kind. */
export const AUGMENTED_IDS_MAX = 50;
/** Messages of a conversation that a request may ask for. */
export const AUGMENTED_MESSAGES_MAX = 200;

const ID = FIELD_ID.source.slice(1, -1);
const rid = text({ patterns: [new RegExp(`^${RESOURCE_ID}$`, 'u')] });
const FIELD = new RegExp(`^${RESOURCE_ID}/([tfuak]/${ID}|c/${ID}(/[^/]{1,${MESSAGE_IDENT_CHARS_MAX}})?)$`, 'u');

/** Fields of one type. */
@ForbidUnknown()
export class AugmentedFieldFilter {
  /** Always `field`. */
  @IsIn(['field']) prop!: 'field';
  /** Type of the fields. */
  @IsIn(fieldTypes) type!: FieldType;
  /** Id of the field; any when absent. */
  @IsOptional() @Matches(FIELD_ID) name?: string | null;
}

/** Fields that data augmentation made, which are texts and conversations: their ids begin with `da-`. */
@ForbidUnknown()
export class GeneratedFieldFilter {
  /** Always `generated`. */
  @IsIn(['generated']) prop!: 'generated';
  /** Always `data-augmentation`. */
  @IsIn(['data-augmentation']) by!: 'data-augmentation';
  /** Task that made them: the part after `da-` in their ids; any when absent. */
  @IsOptional() @Matches(FIELD_ID) da_task?: string | null;
}

const fieldFilter = tagged('prop', { field: () => AugmentedFieldFilter, generated: () => GeneratedFieldFilter });

/** Members to return of fields of resources, which come in `fields` of the answer. */
@ForbidUnknown()
export class FieldsOfResourceAugment {
  /** Whether the extracted text is returned, of conversations by message. */
  @IsBoolean() text: boolean = false;
  /** Whether the labels are that users gave paragraphs of them. */
  @IsBoolean() classification_labels: boolean = false;
  /** Fields that one of these names; all without any. */
  @ListOf(fieldFilter, { max: CHOICES_MAX }) filters: (AugmentedFieldFilter | GeneratedFieldFilter)[] = [];
}

/** Resources, and the members to return of them. */
@Together(fieldsOrTypes)
@ForbidUnknown()
export class ResourceAugment {
  /** Ids of resources, UUIDs with or without hyphens; the answer has them without. */
  @ListOf(rid, { min: 1, max: AUGMENTED_IDS_MAX }) given!: string[];
  /** Whether the members of `show=basic` of a resource are returned. */
  @IsBoolean() basic: boolean = false;
  /** Whether where it comes from is. */
  @IsBoolean() origin: boolean = false;
  /** Whether the free JSON of the caller is. */
  @IsBoolean() extra: boolean = false;
  /** Whether relations that users state are. */
  @IsBoolean() relations: boolean = false;
  /** Whether the values of its fields, as they were sent, are. */
  @IsBoolean() values: boolean = false;
  /** Whether statuses and errors of its fields are. */
  @IsBoolean() errors: boolean = false;
  /** Whether who may find it is. */
  @IsBoolean() security: boolean = false;
  /** Whether the extracted texts of its fields are. */
  @IsBoolean() extracted_text: boolean = false;
  /** Whether what processing found out about its fields is. */
  @IsBoolean() extracted_metadata: boolean = false;
  /** Whether its title is. */
  @IsBoolean() title: boolean = false;
  /** Whether its summary is. */
  @IsBoolean() summary: boolean = false;
  /** Types of the fields that are returned; all when absent. */
  @IsOptional() @ArrayMaxSize(CHOICES_MAX) @IsIn(fieldTypes, { each: true }) field_type_filter?: FieldType[] | null;
  /** Whether labels that users gave it are, by labelset. */
  @IsBoolean() classification_labels: boolean = false;
  /** Like `extracted_metadata`, without entities and their places. */
  @IsBoolean() extracted_shortened_metadata: boolean = false;
  /** Whether vectors of its paragraphs in the default vectorset are. */
  @IsBoolean() extracted_vectors: boolean = false;
  /** Another name of `extracted_vectors`. */
  @IsBoolean() extracted_vector: boolean = false;
  /** Whether the results of processing its links are. */
  @IsBoolean() extracted_link: boolean = false;
  /** Whether the results of processing its files are: pictures of pages, and which text is on which page. */
  @IsBoolean() extracted_file: boolean = false;
  /** Parts of its fields, in `fields` of the answer; not together with `field_type_filter`. */
  @IsOptional() @Nested(() => FieldsOfResourceAugment) fields?: FieldsOfResourceAugment | null;
  /** Whether names and words of the texts of its fields are. */
  @IsBoolean() extracted_large_metadata: boolean = false;
  /** Whether questions are that users ask about its fields, with their answers. */
  @IsBoolean() extracted_question_answers: boolean = false;
  /** Another name of `extracted_question_answers`. */
  @IsBoolean() extracted_qa: boolean = false;
}

/** Fields, and the members to return of them. */
@ForbidUnknown()
export class FieldAugment {
  /** Ids of fields: `{rid}/{letter}/{field}`; of a message of a conversation with `/{ident}`. */
  @ListOf(text({ maxLength: PARAGRAPH_KEY_CHARS_MAX, patterns: [FIELD] }), { min: 1, max: AUGMENTED_IDS_MAX })
  given!: string[];
  /** Whether the extracted text is returned, of conversations by message. */
  @IsBoolean() text: boolean = false;
  /** Whether the labels are that users gave paragraphs of the field, by labelset. */
  @IsBoolean() classification_labels: boolean = false;
  /** Whether names that the text mentions are, by type. */
  @IsBoolean() entities: boolean = false;
  /** Whether the path of the preview picture of a file is. */
  @IsBoolean() file_thumbnail: boolean = false;
  /** Whether the messages of a conversation are, from its first one on. */
  @IsBoolean() full_conversation: boolean = false;
  /**
   * Most messages of each conversation that are returned, at most 200; with `full_conversation` all 200 when absent,
   * else 15. Of a message that is named, half of them come before it.
   */
  @IsOptional() @IsInt() @Min(1) @Max(AUGMENTED_MESSAGES_MAX) max_conversation_messages?: number | null;
  /** Whether a message that is named is returned with its answer; with messages after it, if none of them answers. */
  @IsBoolean() conversation_answer_or_messages_after: boolean = false;
  /** Whether texts of fields that belong to returned messages are, in `fields` of the answer. */
  @IsBoolean() conversation_text_attachments: boolean = false;
  /** Whether paths of pictures that came with returned messages are. */
  @IsBoolean() conversation_image_attachments: boolean = false;
}

/** A paragraph that is named. */
@ForbidUnknown()
export class GivenParagraph {
  /** Id of the paragraph. */
  @Either(text({ maxLength: PARAGRAPH_KEY_CHARS_MAX, patterns: [PARAGRAPH_ID] })) id!: string;
  /** As a retrieval returned it. The stored value counts, so it need not be sent. */
  @IsOptional() @Anything() metadata?: unknown;
}

/** Paragraphs, and the members to return of them. */
@ForbidUnknown()
export class ParagraphAugment {
  /** The paragraphs. */
  @ListOf(() => GivenParagraph, { min: 1, max: AUGMENTED_IDS_MAX }) given!: GivenParagraph[];
  /** Whether their text is returned. */
  @IsBoolean() text: boolean = true;
  /** Paragraphs before each in its field that are returned, too, at most 10. */
  @IsInt() @Min(0) @Max(NEIGHBOURS_MAX) neighbours_before: number = 0;
  /** Paragraphs after each in its field that are returned, too, at most 10. */
  @IsInt() @Min(0) @Max(NEIGHBOURS_MAX) neighbours_after: number = 0;
  /** Whether the path of the picture is that the text was read from. */
  @IsBoolean() source_image: boolean = false;
  /** Whether the path of the picture of the page is that a table is on. Tables have no pictures of their own. */
  @IsBoolean() table_image: boolean = false;
  /** Whether the picture of the page is preferred to that of the table: without effect, since there is no other. */
  @IsBoolean() table_prefers_page_preview: boolean = false;
  /** Whether the path of the picture of its page is. */
  @IsBoolean() page_preview_image: boolean = false;
}

/** Resources, fields and paragraphs, and the members to return of each. Unknown members are refused. */
@ForbidUnknown()
export class AugmentRequest {
  /** Resources. */
  @ListOf(() => ResourceAugment, { max: AUGMENTED_IDS_MAX }) @Satisfies(fewIds) resources: ResourceAugment[] = [];
  /** Fields. */
  @ListOf(() => FieldAugment, { max: AUGMENTED_IDS_MAX }) @Satisfies(fewIds) fields: FieldAugment[] = [];
  /** Paragraphs. */
  @ListOf(() => ParagraphAugment, { max: AUGMENTED_IDS_MAX }) @Satisfies(fewIds) paragraphs: ParagraphAugment[] = [];
  /** Whether hidden resources are returned, too. Guests of a published box never see them. */
  @IsBoolean() show_hidden: boolean = false;
  /**
   * Groups of the caller. Without it everything is returned, unless the box enforces security: then only public
   * content.
   */
  @IsOptional() @Either(() => RequestSecurity) security?: RequestSecurity | null;
}

function fieldsOrTypes({ fields, field_type_filter: types }: ResourceAugment): string | undefined {
  return fields && types ? '`fields` and `field_type_filter` cannot be used together' : undefined;
}

interface Group {
  readonly given: readonly (string | GivenParagraph)[];
}

function fewIds(groups: readonly Group[]): string | undefined {
  const ids = groups.map(({ given }) => new Set(given.map((one) => (typeof one === 'string' ? one : one.id))));
  const count = ids.reduce((sum, { size }) => sum + size, 0);
  if (count > AUGMENTED_IDS_MAX) return `At most ${AUGMENTED_IDS_MAX} ids, not ${count}`;
  const distinct = new Set(ids.flatMap((own) => [...own])).size;
  return distinct < count ? 'An id may be in one group only' : undefined;
}

/** Labels by labelset. */
export type LabelsBySet = Readonly<Record<string, readonly string[]>>;

/** A resource with the members that were requested. */
export type AugmentedResource = Resource & {
  /** Labels that users gave it, by labelset. */
  readonly classification_labels?: LabelsBySet;
};

/** A message of a conversation. */
export interface AugmentedMessage {
  /** Names the message within its conversation. */
  readonly ident: string;
  /** Who sent it; empty when that was not given. */
  readonly who: string;
  /** Whether it asks or answers. */
  readonly type: MessageType;
  /** Its text as it was sent. */
  readonly text: string;
  /** Ids of fields that belong to it: `{rid}/{letter}/{field}[/{ident}]`. */
  readonly attachments: readonly string[];
  /** Paths below `/api/v1` of pictures that came with it, where they were requested. */
  readonly images?: readonly string[];
}

/** A field with the members that were requested. */
export interface AugmentedField extends HydratedField {
  /** Labels that users gave paragraphs of the field, by labelset. */
  readonly classification_labels?: LabelsBySet;
  /** Names that the text mentions, by type, such as `PERSON`. */
  readonly entities?: Readonly<Record<string, readonly string[]>>;
  /** Path below `/api/v1` of the preview picture of a file; absent without one. */
  readonly thumbnail_image?: string;
  /** Messages of a conversation in their order. */
  readonly messages?: readonly AugmentedMessage[];
}

/** A paragraph with the members that were requested. */
export interface AugmentedParagraph extends HydratedParagraph {
  /** Path below `/api/v1` of the picture that the text was read from; absent for other texts. */
  readonly source_image?: string;
  /** The same of the page that a table is on; absent for other texts. */
  readonly table_image?: string;
  /** Path below `/api/v1` of the picture of its page; absent where none is kept. */
  readonly page_preview_image?: string;
}

/** The requested objects, by id. Deleted ones, and those that the caller may not see, are left out. */
export class Augmented {
  /** Resources by id. */
  resources!: Readonly<Record<string, AugmentedResource>>;
  /** Fields and messages by id. */
  fields!: Readonly<Record<string, AugmentedField>>;
  /** Paragraphs by id, neighbours included. */
  paragraphs!: Readonly<Record<string, AugmentedParagraph>>;
}
