import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsISO8601,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { ForbidUnknown, Nested, RefuseLike, Satisfies, Together } from '../../validation/decorators';
import { FieldMap } from '../../validation/field-map';
import { jsonWithin } from '../../validation/json-bounds';
import { ConversationFieldPayload } from '../conversation/conversation.dto';
import { FileFieldPayload, KeyValueFieldPayload, LinkFieldPayload, TextFieldPayload } from '../field/field.dto';
import { FieldAnnotationPayload } from '../field-annotation/field-annotation.dto';
import { EXTRA_CHARS_MAX, SLUG, TITLE_CHARS_MAX } from '../../core/identifiers';
import {
  ACCESS_GROUPS_MAX,
  ANNOTATED_FIELDS_MAX,
  CLASSIFICATIONS_CHARS_MAX,
  CLASSIFICATIONS_MAX,
  COLLABORATOR_CHARS_MAX,
  FIELDS_PER_REQUEST_MAX,
  FILENAME_CHARS_MAX,
  GROUP_CHARS_MAX,
  JSON_DEPTH_MAX,
  LANGUAGE_TAG,
  LANGUAGES_MAX,
  MEDIA_TYPE_CHARS_MAX,
  MESSAGES_PER_REQUEST_MAX,
  ORIGIN_URL_CHARS_MAX,
  RELATED_CHARS_MAX,
  RELATIONS_JSON_CHARS_MAX,
  RELATIONS_MAX,
  SECURITY_LIKE,
  SOURCE_ID_CHARS_MAX,
  STRATEGY_ID_CHARS_MAX,
  SUMMARY_CHARS_MAX,
  SYNC_ID_CHARS_MAX,
  THUMBNAIL_CHARS_MAX,
} from '../limits';
import { RelationPayload } from '../relation/relation.dto';
import { TextMap } from '../text-map';
import { Classification } from '../classification/classification.dto';

/** How fields are processed. */
export class ProcessingOptions {
  /**
   * False: the fields are extracted, split into paragraphs and embedded, but neither names nor a summary are looked
   * for, also when they are processed again. Exports do not carry it.
   */
  @IsOptional() @IsBoolean() ml_text?: boolean | null;
  /** Id of the extract strategy of fields that name none. */
  @IsOptional() @IsString() @MaxLength(STRATEGY_ID_CHARS_MAX) extract_strategy?: string | null;
  /** Id of the split strategy of fields that name none. */
  @IsOptional() @IsString() @MaxLength(STRATEGY_ID_CHARS_MAX) split_strategy?: string | null;
}

/** Metadata of a resource. */
export class ResourceMetadataPayload {
  /**
   * Texts by key, stored and returned. A modification adds to the existing ones: a resource has at most 1,000 keys and
   * 400,000 characters of JSON.
   */
  @TextMap() metadata: Record<string, string> = {};
  /** Main language as a tag, such as `en`; that of the content when absent. */
  @IsOptional() @Matches(LANGUAGE_TAG) language?: string | null;
  /**
   * Further languages as tags; a modification adds to the existing ones, at most 1,024 in all. Empty tags do not
   * count.
   */
  @IsOptional() @IsArray() @ArrayMaxSize(LANGUAGES_MAX) @Matches(LANGUAGE_TAG, { each: true }) languages?:
    | string[]
    | null;
}

/** Annotations of a resource by users. */
export class UserMetadataPayload {
  /** All labels of the resource: they replace the existing ones. At most 65,536 characters together. */
  @IsArray()
  @ArrayMaxSize(CLASSIFICATIONS_MAX)
  @ValidateNested({ each: true })
  @Type(() => Classification)
  @Satisfies(classificationsProblem)
  classifications: Classification[] = [];
  /** All relations of the resource: they replace the existing ones. At most 400,000 characters of JSON. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(RELATIONS_MAX)
  @ValidateNested({ each: true })
  @Type(() => RelationPayload)
  @Satisfies(jsonWithin({ depthMax: 4, charsMax: RELATIONS_JSON_CHARS_MAX }))
  relations: RelationPayload[] = [];
}

const PREFER_CHARS_MAX = 1_024;
const tooLong = jsonWithin({ depthMax: JSON_DEPTH_MAX, charsMax: EXTRA_CHARS_MAX });

/** Data of a synchronisation about the original; stored and returned. */
export class SyncMetadata {
  /** Id of the original where it comes from. */
  @IsString() @MaxLength(SYNC_ID_CHARS_MAX) file_id!: string;
  /** Name of the provider that gives access to it. */
  @IsString() @MaxLength(SYNC_ID_CHARS_MAX) auth_provider!: string;
  /** Hash of the content when it was last synchronised. */
  @IsString() @MaxLength(SYNC_ID_CHARS_MAX) content_hash!: string;
}

/** Where a resource comes from. A modification replaces all of it. */
export class OriginPayload {
  /** Id of the source, such as a synchronised folder; filters find resources by it. */
  @IsOptional() @IsString() @MaxLength(SOURCE_ID_CHARS_MAX) source_id?: string | null;
  /** Address of the original; kept and shown. */
  @IsOptional() @IsString() @MaxLength(ORIGIN_URL_CHARS_MAX) url?: string | null;
  /** When the original was created, ISO 8601. Date filters use it instead of the creation of the resource. */
  @IsOptional() @IsISO8601() created?: string | null;
  /** When the original was last changed, ISO 8601. Date filters use it instead of the modification of the resource. */
  @IsOptional() @IsISO8601() modified?: string | null;
  /** Texts by key; filters find resources by them. */
  @TextMap() metadata: Record<string, string> = {};
  /** Tags; filters find resources by them. */
  @IsArray() @ArrayMaxSize(300) @IsString({ each: true }) @MaxLength(512, { each: true }) tags: string[] = [];
  /** People who worked on the original; filters find resources by them. */
  @IsArray()
  @ArrayMaxSize(100)
  @IsString({ each: true })
  @MaxLength(COLLABORATOR_CHARS_MAX, { each: true })
  collaborators: string[] = [];
  /** Name of the original file; kept and shown. */
  @IsOptional() @IsString() @MaxLength(FILENAME_CHARS_MAX) filename?: string | null;
  /** Ids or addresses of related things; kept and shown. */
  @IsArray()
  @ArrayMaxSize(100)
  @IsString({ each: true })
  @MaxLength(RELATED_CHARS_MAX, { each: true })
  related: string[] = [];
  /** Path of the original, such as `reports/2026/q1.pdf`; filters find resources by it and by its folders. */
  @IsOptional() @IsString() @MaxLength(2_048) path?: string | null;
  /** Data of a synchronisation about the original. */
  @IsOptional() @ValidateNested() @Type(() => SyncMetadata) sync_metadata?: SyncMetadata | null;
}

/** Free JSON that is kept for the caller. */
@Together<ExtraPayload>(({ metadata }) => tooLong(metadata))
export class ExtraPayload {
  /** Any object, at most 400,000 characters of JSON and 64 levels deep. Nothing searches it. */
  @IsObject() @Satisfies(jsonWithin({ depthMax: JSON_DEPTH_MAX })) metadata!: Record<string, unknown>;
}

/** Who may find a resource. Unknown members are refused. */
@ForbidUnknown()
export class ResourceSecurity {
  /**
   * Searches that name groups find the resource only by one of these. Empty makes it public. A leading slash does not
   * count.
   */
  @IsArray()
  @ArrayMaxSize(ACCESS_GROUPS_MAX)
  @IsString({ each: true })
  @MaxLength(GROUP_CHARS_MAX, { each: true })
  access_groups: string[] = [];
}

/** Members that creating and modifying a resource share. */
@RefuseLike(SECURITY_LIKE, 'security.access_groups')
@Together<ResourceMembers>(({ texts, files, links, conversations, key_values: keyValues }) => {
  const fields = [texts, files, links, conversations, keyValues];
  const count = fields.reduce((sum, ofType) => sum + Object.keys(ofType).length, 0);
  if (count > FIELDS_PER_REQUEST_MAX) return `a request has at most ${FIELDS_PER_REQUEST_MAX} fields`;
  const messages = Object.values(conversations).reduce((sum, conversation) => sum + conversation.messages.length, 0);
  return messages > MESSAGES_PER_REQUEST_MAX ? `a request has at most ${MESSAGES_PER_REQUEST_MAX} messages` : undefined;
})
class ResourceMembers {
  /** Name in addresses, unique within the knowledge box, usable instead of the id. The id when absent at creation. */
  @IsOptional() @Matches(SLUG) slug?: string | null;
  /**
   * Title. When absent at creation, the address of the first link, the name of the first file or the slug is the title
   * until processing finds a better one.
   */
  @IsOptional() @IsString() @MaxLength(TITLE_CHARS_MAX) title?: string | null;
  /** Summary; found by processing when absent at creation. */
  @IsOptional() @IsString() @MaxLength(SUMMARY_CHARS_MAX) summary?: string | null;
  /** Address of a picture, or a small picture as a data URL; kept and shown. */
  @IsOptional() @IsString() @MaxLength(THUMBNAIL_CHARS_MAX) thumbnail?: string | null;
  /** Metadata; a modification adds to it. */
  @IsOptional() @ValidateNested() @Type(() => ResourceMetadataPayload) metadata?: ResourceMetadataPayload | null;
  /** Labels; a modification replaces them. */
  @IsOptional() @ValidateNested() @Type(() => UserMetadataPayload) usermetadata?: UserMetadataPayload | null;
  /** Where the resource comes from; a modification replaces it. */
  @IsOptional() @ValidateNested() @Type(() => OriginPayload) origin?: OriginPayload | null;
  /** Free JSON; a modification replaces it. */
  @IsOptional() @ValidateNested() @Type(() => ExtraPayload) extra?: ExtraPayload | null;
  /**
   * Whether searches leave the resource out. Only where the knowledge box has hidden resources enabled; its settings
   * decide when absent at creation.
   */
  @IsOptional() @IsBoolean() hidden?: boolean | null;
  /** Who may find the resource; a modification replaces it. Public when absent at creation. */
  @IsOptional() @ValidateNested() @Type(() => ResourceSecurity) security?: ResourceSecurity | null;
  /** Text fields by id; fields that exist are replaced. At most 1,000 fields of all types in one request. */
  @FieldMap(() => TextFieldPayload) texts: Record<string, TextFieldPayload> = {};
  /** File fields by id; fields that exist are replaced. */
  @FieldMap(() => FileFieldPayload) files: Record<string, FileFieldPayload> = {};
  /** Link fields by id; fields that exist are replaced. */
  @FieldMap(() => LinkFieldPayload) links: Record<string, LinkFieldPayload> = {};
  /** Key-value fields by the id of their schema; fields that exist are replaced. Nothing processes them. */
  @FieldMap(() => KeyValueFieldPayload) key_values: Record<string, KeyValueFieldPayload> = {};
  /** Conversation fields by id; fields that exist are replaced. At most 2,048 messages in one request. */
  @FieldMap(() => ConversationFieldPayload) conversations: Record<string, ConversationFieldPayload> = {};
  /**
   * Annotations of fields by users; a modification replaces them for the fields that it names, and an empty entry
   * removes them. Of entries for the same field the last counts. A resource has at most 400,000 characters of
   * it as JSON.
   */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(ANNOTATED_FIELDS_MAX)
  @ValidateNested({ each: true })
  @Type(() => FieldAnnotationPayload)
  fieldmetadata?: FieldAnnotationPayload[] | null;
  /** How the fields of this request are processed. */
  @IsOptional() @Nested(() => ProcessingOptions) processing_options?: ProcessingOptions | null;
}

/** Request to create a resource. Unknown members are ignored. */
export class CreateResourcePayload extends ResourceMembers {
  /** Media type of the resource; that of the first field when absent. */
  @IsOptional() @IsString() @MaxLength(MEDIA_TYPE_CHARS_MAX) icon?: string | null;
  /** Whether the answer says how long the commit took. It comes after the commit in any case. */
  @IsOptional() @IsBoolean() wait_for_commit?: boolean | null;
}

/**
 * Changes of a resource: absent or null members stay as they are, and so do title, summary, slug and thumbnail
 * when they are sent empty.
 */
export class ModifyResourcePayload extends ResourceMembers {}

/** Headers of requests that store content. */
export class ContentWriteHeaders {
  /**
   * `wait=5` (RFC 7240): the answer comes once the resource can be found by its words, or after 5 seconds; 30 seconds
   * at most; `wait` alone means 5. It then has the header `Preference-Applied`. The resource is stored either way.
   */
  @IsOptional() @IsString() @MaxLength(PREFER_CHARS_MAX) prefer?: string;
}

/** Headers of requests that may carry files. */
export class FileWriteHeaders extends ContentWriteHeaders {
  /**
   * Whether the bytes of files are removed as soon as they are processed. They cannot be downloaded or processed again;
   * the `uri` of the file is empty. Files at an address are never stored.
   */
  @IsOptional() @IsBoolean() 'x-skip-store'?: boolean;
}

/** Headers of uploads that name strategies. */
export class FileUploadHeaders extends FileWriteHeaders {
  /** Id of an extract strategy of the knowledge box. */
  @IsOptional() @IsString() @MaxLength(STRATEGY_ID_CHARS_MAX) 'x-extract-strategy'?: string;
  /** Id of a split strategy of the knowledge box. */
  @IsOptional() @IsString() @MaxLength(STRATEGY_ID_CHARS_MAX) 'x-split-strategy'?: string;
}

function classificationsProblem(classifications: readonly Classification[]): string | undefined {
  const chars = classifications.reduce((sum, { labelset, label }) => sum + labelset.length + label.length, 0);
  return chars > CLASSIFICATIONS_CHARS_MAX
    ? `labels and labelsets have at most ${CLASSIFICATIONS_CHARS_MAX} characters together`
    : undefined;
}
