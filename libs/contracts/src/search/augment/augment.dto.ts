import { ArrayMaxSize, IsBoolean, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { FIELD_ID, type FieldType, fieldTypes } from '../../knowledge-box/identifiers';
import { CHOICES_MAX, PARAGRAPH_KEY_CHARS_MAX } from '../../knowledge-box/limits';
import type { Resource } from '../../knowledge-box/resource/resource.dto';
import {
  Anything,
  Either,
  ForbidUnknown,
  ListOf,
  Nested,
  Satisfies,
  Together,
  Unsupported,
} from '../../validation/decorators';
import { choice, text } from '../../validation/node';
import { RequestSecurity } from '../filtered-request/filtered-request.dto';
import { type HydratedField, type HydratedParagraph, NEIGHBOURS_MAX, PARAGRAPH_ID } from '../hydrate/hydrate.dto';

/** Ids of one request, of each kind. */
export const AUGMENTED_IDS_MAX = 50;

const rid = text({ patterns: [/^[0-9a-f]{32}$/] });
const FIELD = new RegExp(`^[0-9a-f]{32}/[tfucak]/${FIELD_ID.source.slice(1)}`);

/** Which fields of resources are wanted. */
@ForbidUnknown()
export class AugmentFieldFilter {
  /** Always `field`: no fields are generated yet. */
  @Either(choice('field')) prop!: 'field';
  /** Type of the fields. */
  @IsIn(fieldTypes) type!: FieldType;
  /** Id of the field; all fields of the type when absent. */
  @IsOptional() @Either(text({ patterns: [FIELD_ID] })) name?: string | null;
}

/** What is wanted of the fields of resources. */
@ForbidUnknown()
export class ResourceFieldsAugment {
  /** Whether the extracted text is returned, of conversations by message. */
  @IsBoolean() text: boolean = false;
  /** Fields of any of these are returned; all fields when it is empty. */
  @ListOf(() => AugmentFieldFilter, { max: CHOICES_MAX }) filters: AugmentFieldFilter[] = [];
  @Unsupported() classification_labels?: unknown;
}

/** Resources, and what is wanted of them. */
@ForbidUnknown()
export class ResourceAugment {
  /** Ids of resources. */
  @ListOf(rid, { min: 1, max: AUGMENTED_IDS_MAX }) given!: string[];
  /** Whether the members of `show=basic` of a resource are returned. */
  @IsBoolean() basic: boolean = false;
  /** Whether where it comes from is. */
  @IsBoolean() origin: boolean = false;
  /** Whether the free JSON of the caller is. */
  @IsBoolean() extra: boolean = false;
  /** Whether relations that users state are. */
  @IsBoolean() relations: boolean = false;
  /** Whether what was sent of its fields is. */
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
  /** Whether its labels are, by labelset. */
  @IsBoolean() classification_labels: boolean = false;
  /** Whether the same without entities is; `extracted_metadata` takes precedence. */
  @IsBoolean() extracted_shortened_metadata: boolean = false;
  /** Whether vectors of its paragraphs are, those of the oldest vectorset. */
  @IsBoolean() extracted_vectors: boolean = false;
  /** Whether what processing found out about pages of its links is. */
  @IsBoolean() extracted_link: boolean = false;
  /** Whether thumbnails of its files and pictures of their pages are. */
  @IsBoolean() extracted_file: boolean = false;
  /** What is returned of its fields, in `fields` of the answer. */
  @IsOptional() @Nested(() => ResourceFieldsAugment) fields?: ResourceFieldsAugment | null;
  @Unsupported() extracted_large_metadata?: unknown;
  @Unsupported() extracted_vector?: unknown;
  @Unsupported() extracted_qa?: unknown;
  @Unsupported() extracted_question_answers?: unknown;
}

/** Fields, and what is wanted of them. */
@ForbidUnknown()
export class FieldAugment {
  /** Ids of fields: `{rid}/{letter}/{field}`. */
  @ListOf(text({ maxLength: PARAGRAPH_KEY_CHARS_MAX, patterns: [FIELD] }), { min: 1, max: AUGMENTED_IDS_MAX })
  given!: string[];
  /** Whether the extracted text is returned, of conversations by message. */
  @IsBoolean() text: boolean = false;
  /** Whether the names that it mentions are, by type. */
  @IsBoolean() entities: boolean = false;
  /** Whether the picture that stands for a file is. */
  @IsBoolean() file_thumbnail: boolean = false;
  @Unsupported() classification_labels?: unknown;
  @Unsupported() full_conversation?: unknown;
  @Unsupported() max_conversation_messages?: unknown;
  @Unsupported() conversation_answer_or_messages_after?: unknown;
  @Unsupported() conversation_text_attachments?: unknown;
  @Unsupported() conversation_image_attachments?: unknown;
}

/** A paragraph that is named. */
@ForbidUnknown()
export class GivenParagraph {
  /** Id of the paragraph. */
  @Either(text({ maxLength: PARAGRAPH_KEY_CHARS_MAX, patterns: [PARAGRAPH_ID] })) id!: string;
  /** What a retrieval said of it. Clients may pass it on; the server reads its own. */
  @IsOptional() @Anything() metadata?: unknown;
}

/** Paragraphs, and what is wanted of them. */
@ForbidUnknown()
@Together(tablesArePages)
export class ParagraphAugment {
  /** The paragraphs. */
  @ListOf(() => GivenParagraph, { min: 1, max: AUGMENTED_IDS_MAX }) given!: GivenParagraph[];
  /** Whether their text is returned. */
  @IsBoolean() text: boolean = true;
  /** Paragraphs before each in its field that are returned, too, at most 10. */
  @IsInt() @Min(0) @Max(NEIGHBOURS_MAX) neighbours_before: number = 0;
  /** Paragraphs after each in its field that are returned, too, at most 10. */
  @IsInt() @Min(0) @Max(NEIGHBOURS_MAX) neighbours_after: number = 0;
  /** Whether the picture of the page that each begins on is; of PDFs. */
  @IsBoolean() page_preview_image: boolean = false;
  /** Whether a picture of each that is a table is. Only with `table_prefers_page_preview`. */
  @IsBoolean() table_image: boolean = false;
  /** Whether the picture of its page stands for a table: tables have no pictures of their own. */
  @IsBoolean() table_prefers_page_preview: boolean = false;
  @Unsupported() source_image?: unknown;
}

function tablesArePages({ table_image, table_prefers_page_preview }: ParagraphAugment): string | undefined {
  if (!table_image || table_prefers_page_preview) return undefined;
  return 'Tables have no pictures of their own: table_image needs table_prefers_page_preview';
}

/** What is wanted, of which resources, fields and paragraphs. Unknown members are refused. */
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
   * Groups of the caller. Without it everything is returned, unless the box enforces security: then what is public.
   */
  @IsOptional() @Either(() => RequestSecurity) security?: RequestSecurity | null;
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

/** A resource with the members that were asked for. */
export interface AugmentedResource extends Resource {
  /** Labels that users gave it, by labelset. */
  readonly classification_labels?: Readonly<Record<string, readonly string[]>>;
}

/** A field, as far as the request asks for it. */
export interface AugmentedField extends HydratedField {
  /** Names that it mentions, by type. */
  readonly entities?: Readonly<Record<string, readonly string[]>>;
  /** Path below `/api/v1` of the picture that stands for the file; absent without one. */
  readonly file_thumbnail?: string;
}

/** A paragraph, as far as the request asks for it. */
export interface AugmentedParagraph extends HydratedParagraph {
  /** Path below `/api/v1` of the picture of its page; absent where there is none. */
  readonly page_preview_image?: string;
  /** Path below `/api/v1` of the picture that shows the table; absent where there is none. */
  readonly table_image?: string;
}

/** What was asked for, by id. What is gone, or not visible to the caller, is left out. */
export class Augmented {
  /** Resources by id, with the members that were asked for. */
  resources!: Readonly<Record<string, AugmentedResource>>;
  /** Fields by id. */
  fields!: Readonly<Record<string, AugmentedField>>;
  /** Paragraphs by id, neighbours included. */
  paragraphs!: Readonly<Record<string, AugmentedParagraph>>;
}
