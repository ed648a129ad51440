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
import { FieldMap } from '../validation/field-map';
import { FileFieldPayload, LinkFieldPayload, TextFieldPayload } from './field.dto';
import { SLUG, TITLE_CHARS_MAX } from './identifiers';

export class ResourceMetadataPayload {
  @IsObject() metadata: Record<string, string> = {};
  @IsOptional() @IsString() language?: string | null;
  @IsOptional() @IsArray() @ArrayMaxSize(1_024) @IsString({ each: true }) languages?: string[] | null;
}

export class Classification {
  @IsString() labelset!: string;
  @IsString() label!: string;
  @IsBoolean() cancelled_by_user: boolean = false;
}

export class UserMetadataPayload {
  @IsArray() @ValidateNested({ each: true }) @Type(() => Classification) classifications: Classification[] = [];
}

/** Where a resource comes from. */
export class OriginPayload {
  @IsOptional() @IsString() source_id?: string | null;
  @IsOptional() @IsString() url?: string | null;
  @IsOptional() @IsISO8601() created?: string | null;
  @IsOptional() @IsISO8601() modified?: string | null;
  @IsObject() metadata: Record<string, string> = {};
  @IsArray() @ArrayMaxSize(300) @IsString({ each: true }) @MaxLength(512, { each: true }) tags: string[] = [];
  @IsArray() @ArrayMaxSize(100) @IsString({ each: true }) collaborators: string[] = [];
  @IsOptional() @IsString() filename?: string | null;
  @IsArray() @ArrayMaxSize(100) @IsString({ each: true }) related: string[] = [];
  @IsOptional() @IsString() @MaxLength(2_048) path?: string | null;
}

export class ExtraPayload {
  @IsObject() metadata!: Record<string, unknown>;
}

export class ResourceSecurity {
  /** Empty makes the resource public. */
  @IsArray() @IsString({ each: true }) access_groups: string[] = [];
}

/** What creating and modifying a resource share. */
class ResourceMembers {
  /** Unique within the knowledge box; usable instead of the id. */
  @IsOptional() @Matches(SLUG) slug?: string | null;
  @IsOptional() @IsString() @MaxLength(TITLE_CHARS_MAX) title?: string | null;
  @IsOptional() @IsString() summary?: string | null;
  @IsOptional() @IsString() thumbnail?: string | null;
  @IsOptional() @ValidateNested() @Type(() => ResourceMetadataPayload) metadata?: ResourceMetadataPayload | null;
  @IsOptional() @ValidateNested() @Type(() => UserMetadataPayload) usermetadata?: UserMetadataPayload | null;
  @IsOptional() @ValidateNested() @Type(() => OriginPayload) origin?: OriginPayload | null;
  @IsOptional() @ValidateNested() @Type(() => ExtraPayload) extra?: ExtraPayload | null;
  @IsOptional() @IsBoolean() hidden?: boolean | null;
  @IsOptional() @ValidateNested() @Type(() => ResourceSecurity) security?: ResourceSecurity | null;
  @FieldMap(() => TextFieldPayload) texts: Record<string, TextFieldPayload> = {};
  @FieldMap(() => FileFieldPayload) files: Record<string, FileFieldPayload> = {};
  @FieldMap(() => LinkFieldPayload) links: Record<string, LinkFieldPayload> = {};
}

/** What a client sends to create a resource. Unknown members are ignored. */
export class CreateResourcePayload extends ResourceMembers {
  /** A media type; that of the first field when absent. */
  @IsOptional() @IsString() icon?: string | null;
}

/** What a client sends to change a resource: what is absent stays. */
export class ModifyResourcePayload extends ResourceMembers {}
