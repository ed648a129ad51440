import { ArrayMaxSize, IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { fieldTypes, type FieldType } from './identifiers';
import { CHOICES_MAX, PASSWORD_CHARS_MAX, VECTORSET_CHARS_MAX } from './limits';

export const resourceShows = [
  'basic',
  'origin',
  'extra',
  'relations',
  'values',
  'extracted',
  'errors',
  'security',
] as const;
export type ResourceShow = (typeof resourceShows)[number];

export const fieldShows = ['value', 'extracted', 'error'] as const;
export type FieldShow = (typeof fieldShows)[number];

export const extractedParts = [
  'text',
  'metadata',
  'shortened_metadata',
  'large_metadata',
  'vectors',
  'link',
  'file',
  'question_answers',
  'relation_vectors',
] as const;
export type ExtractedPart = (typeof extractedParts)[number];

/** How much of a resource is wanted. */
export class ResourceReadQuery {
  @ArrayMaxSize(CHOICES_MAX) @IsIn(resourceShows, { each: true }) show: ResourceShow[] = ['basic'];
  @ArrayMaxSize(CHOICES_MAX) @IsIn(fieldTypes, { each: true }) field_type: FieldType[] = [...fieldTypes];
  @ArrayMaxSize(CHOICES_MAX) @IsIn(extractedParts, { each: true }) extracted: ExtractedPart[] = [
    'text',
    'metadata',
    'link',
    'file',
  ];
  @IsOptional() @IsString() @MaxLength(VECTORSET_CHARS_MAX) vectorset?: string;
}

export class FieldReadQuery {
  @ArrayMaxSize(CHOICES_MAX) @IsIn(fieldShows, { each: true }) show: FieldShow[] = ['value'];
  @ArrayMaxSize(CHOICES_MAX) @IsIn(extractedParts, { each: true }) extracted: ExtractedPart[] = [
    'text',
    'metadata',
    'link',
    'file',
  ];
  @IsOptional() @IsString() @MaxLength(VECTORSET_CHARS_MAX) vectorset?: string;
}

export class ResourceListQuery {
  @IsInt() @Min(0) page: number = 0;
  @IsInt() @Min(1) @Max(200) size: number = 20;
}

export class ReprocessQuery {
  /** The title computed from the file or link replaces the present one. */
  @IsBoolean() reset_title: boolean = false;
}

export class ReindexQuery {
  @IsBoolean() reindex_vectors: boolean = false;
}

export class FilePasswordHeader {
  @IsOptional() @IsString() @MaxLength(PASSWORD_CHARS_MAX) 'x-file-password'?: string;
}
