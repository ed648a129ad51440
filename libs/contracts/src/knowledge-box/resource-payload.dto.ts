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
import { ForbidUnknown, RefuseLike, Satisfies, Together, Unsupported } from '../validation/decorators';
import { FieldMap } from '../validation/field-map';
import { jsonWithin } from '../validation/json-bounds';
import { isOff, isOn, saysNothing } from '../validation/nothing';
import { FileFieldPayload, LinkFieldPayload, TextFieldPayload } from './field.dto';
import { SLUG, TITLE_CHARS_MAX } from './identifiers';
import {
  ACCESS_GROUPS_MAX,
  CLASSIFICATIONS_CHARS_MAX,
  CLASSIFICATIONS_MAX,
  COLLABORATOR_CHARS_MAX,
  FIELDS_PER_REQUEST_MAX,
  FILENAME_CHARS_MAX,
  GROUP_CHARS_MAX,
  JSON_DEPTH_MAX,
  LABEL_CHARS_MAX,
  LANGUAGE_TAG,
  LANGUAGES_MAX,
  MEDIA_TYPE_CHARS_MAX,
  ORIGIN_URL_CHARS_MAX,
  RELATED_CHARS_MAX,
  SECURITY_LIKE,
  SOURCE_ID_CHARS_MAX,
  SUMMARY_CHARS_MAX,
  THUMBNAIL_CHARS_MAX,
} from './limits';
import { TextMap } from './text-map';

export class ResourceMetadataPayload {
  @TextMap() metadata: Record<string, string> = {};
  @IsOptional() @Matches(LANGUAGE_TAG) language?: string | null;
  @IsOptional() @IsArray() @ArrayMaxSize(LANGUAGES_MAX) @Matches(LANGUAGE_TAG, { each: true }) languages?:
    string[] | null;
}

export class Classification {
  @IsString() @MaxLength(LABEL_CHARS_MAX) labelset!: string;
  @IsString() @MaxLength(LABEL_CHARS_MAX) label!: string;
  @IsBoolean() cancelled_by_user: boolean = false;
}

export class UserMetadataPayload {
  @IsArray()
  @ArrayMaxSize(CLASSIFICATIONS_MAX)
  @ValidateNested({ each: true })
  @Type(() => Classification)
  @Satisfies(classificationsProblem)
  classifications: Classification[] = [];
  @Unsupported() relations?: unknown;
}

/** Where a resource comes from. */
export class OriginPayload {
  @IsOptional() @IsString() @MaxLength(SOURCE_ID_CHARS_MAX) source_id?: string | null;
  @IsOptional() @IsString() @MaxLength(ORIGIN_URL_CHARS_MAX) url?: string | null;
  @IsOptional() @IsISO8601() created?: string | null;
  @IsOptional() @IsISO8601() modified?: string | null;
  @TextMap() metadata: Record<string, string> = {};
  @IsArray() @ArrayMaxSize(300) @IsString({ each: true }) @MaxLength(512, { each: true }) tags: string[] = [];
  @IsArray()
  @ArrayMaxSize(100)
  @IsString({ each: true })
  @MaxLength(COLLABORATOR_CHARS_MAX, { each: true })
  collaborators: string[] = [];
  @IsOptional() @IsString() @MaxLength(FILENAME_CHARS_MAX) filename?: string | null;
  @IsArray()
  @ArrayMaxSize(100)
  @IsString({ each: true })
  @MaxLength(RELATED_CHARS_MAX, { each: true })
  related: string[] = [];
  @IsOptional() @IsString() @MaxLength(2_048) path?: string | null;
  @Unsupported() sync_metadata?: unknown;
}

export class ExtraPayload {
  @IsObject() @Satisfies(jsonWithin({ depthMax: JSON_DEPTH_MAX })) metadata!: Record<string, unknown>;
}

@ForbidUnknown()
export class ResourceSecurity {
  /** Empty makes the resource public. */
  @IsArray()
  @ArrayMaxSize(ACCESS_GROUPS_MAX)
  @IsString({ each: true })
  @MaxLength(GROUP_CHARS_MAX, { each: true })
  access_groups: string[] = [];
}

/** What creating and modifying a resource share. */
@RefuseLike(SECURITY_LIKE, 'security.access_groups')
@Together<ResourceMembers>(({ texts, files, links }) => {
  const count = [texts, files, links].reduce((sum, fields) => sum + Object.keys(fields).length, 0);
  return count > FIELDS_PER_REQUEST_MAX ? `a request has at most ${FIELDS_PER_REQUEST_MAX} fields` : undefined;
})
class ResourceMembers {
  /** Unique within the knowledge box; usable instead of the id. */
  @IsOptional() @Matches(SLUG) slug?: string | null;
  @IsOptional() @IsString() @MaxLength(TITLE_CHARS_MAX) title?: string | null;
  @IsOptional() @IsString() @MaxLength(SUMMARY_CHARS_MAX) summary?: string | null;
  @IsOptional() @IsString() @MaxLength(THUMBNAIL_CHARS_MAX) thumbnail?: string | null;
  @IsOptional() @ValidateNested() @Type(() => ResourceMetadataPayload) metadata?: ResourceMetadataPayload | null;
  @IsOptional() @ValidateNested() @Type(() => UserMetadataPayload) usermetadata?: UserMetadataPayload | null;
  @IsOptional() @ValidateNested() @Type(() => OriginPayload) origin?: OriginPayload | null;
  @IsOptional() @ValidateNested() @Type(() => ExtraPayload) extra?: ExtraPayload | null;
  @IsOptional() @IsBoolean() hidden?: boolean | null;
  @IsOptional() @ValidateNested() @Type(() => ResourceSecurity) security?: ResourceSecurity | null;
  @FieldMap(() => TextFieldPayload) texts: Record<string, TextFieldPayload> = {};
  @FieldMap(() => FileFieldPayload) files: Record<string, FileFieldPayload> = {};
  @FieldMap(() => LinkFieldPayload) links: Record<string, LinkFieldPayload> = {};
  @Unsupported() conversations?: unknown;
  @Unsupported() key_values?: unknown;
  @Unsupported() fieldmetadata?: unknown;
  @Unsupported(isDefaultProcessing) processing_options?: unknown;
  /** Answers always wait. */
  @Unsupported(isOn) wait_for_commit?: unknown;
}

/** What a client sends to create a resource. Unknown members are ignored. */
export class CreateResourcePayload extends ResourceMembers {
  /** A media type; that of the first field when absent. */
  @IsOptional() @IsString() @MaxLength(MEDIA_TYPE_CHARS_MAX) icon?: string | null;
}

/** What a client sends to change a resource: what is absent stays. */
export class ModifyResourcePayload extends ResourceMembers {}

/** Sent with what may carry files. */
export class FileWriteHeaders {
  /** Files are always stored. */
  @Unsupported(isOff) 'x-skip-store'?: unknown;
}

function classificationsProblem(classifications: readonly Classification[]): string | undefined {
  const chars = classifications.reduce((sum, { labelset, label }) => sum + labelset.length + label.length, 0);
  return chars > CLASSIFICATIONS_CHARS_MAX
    ? `labels and labelsets have at most ${CLASSIFICATIONS_CHARS_MAX} characters together`
    : undefined;
}

function isDefaultProcessing(options: unknown): boolean {
  if (typeof options !== 'object' || options === null) return saysNothing(options);
  const { ml_text: mlText, ...others } = options as { readonly ml_text?: unknown }; // any object may have it
  return (mlText === undefined || isOn(mlText)) && saysNothing(others);
}
