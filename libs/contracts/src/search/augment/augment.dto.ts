import { ArrayMaxSize, IsBoolean, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { FIELD_ID, type FieldType, fieldTypes } from '../../knowledge-box/identifiers';
import { CHOICES_MAX, PARAGRAPH_KEY_CHARS_MAX } from '../../knowledge-box/limits';
import type { Resource } from '../../knowledge-box/resource/resource.dto';
import { Either, ForbidUnknown, ListOf, Satisfies, Unsupported } from '../../validation/decorators';
import { text } from '../../validation/node';
import { RequestSecurity } from '../filtered-request/filtered-request.dto';
import { type HydratedField, type HydratedParagraph, NEIGHBOURS_MAX, PARAGRAPH_ID } from '../hydrate/hydrate.dto';

/** Ids of one request, of each kind. */
export const AUGMENTED_IDS_MAX = 50;

const rid = text({ patterns: [/^[0-9a-f]{32}$/] });
const FIELD = new RegExp(`^[0-9a-f]{32}/[tfucak]/${FIELD_ID.source.slice(1)}`);

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
  @Unsupported() classification_labels?: unknown;
  @Unsupported() extracted_shortened_metadata?: unknown;
  @Unsupported() extracted_large_metadata?: unknown;
  @Unsupported() extracted_vector?: unknown;
  @Unsupported() extracted_vectors?: unknown;
  @Unsupported() extracted_link?: unknown;
  @Unsupported() extracted_file?: unknown;
  @Unsupported() extracted_qa?: unknown;
  @Unsupported() extracted_question_answers?: unknown;
  @Unsupported() fields?: unknown;
}

/** Fields, and what is wanted of them. */
@ForbidUnknown()
export class FieldAugment {
  /** Ids of fields: `{rid}/{letter}/{field}`. */
  @ListOf(text({ maxLength: PARAGRAPH_KEY_CHARS_MAX, patterns: [FIELD] }), { min: 1, max: AUGMENTED_IDS_MAX })
  given!: string[];
  /** Whether the extracted text is returned, of conversations by message. */
  @IsBoolean() text: boolean = false;
  @Unsupported() classification_labels?: unknown;
  @Unsupported() entities?: unknown;
  @Unsupported() file_thumbnail?: unknown;
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
  @Unsupported() metadata?: unknown;
}

/** Paragraphs, and what is wanted of them. */
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
  @Unsupported() source_image?: unknown;
  @Unsupported() table_image?: unknown;
  @Unsupported() table_prefers_page_preview?: unknown;
  @Unsupported() page_preview_image?: unknown;
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

/** What was asked for, by id. What is gone, or not visible to the caller, is left out. */
export class Augmented {
  /** Resources by id, with the members that were asked for. */
  resources!: Readonly<Record<string, Resource>>;
  /** Fields by id. */
  fields!: Readonly<Record<string, HydratedField>>;
  /** Paragraphs by id, neighbours included. */
  paragraphs!: Readonly<Record<string, HydratedParagraph>>;
}
