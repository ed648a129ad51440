import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { fieldTypes, type FieldType } from './identifiers';

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
  @IsIn(resourceShows, { each: true }) show: ResourceShow[] = ['basic'];
  @IsIn(fieldTypes, { each: true }) field_type: FieldType[] = [...fieldTypes];
  @IsIn(extractedParts, { each: true }) extracted: ExtractedPart[] = ['text', 'metadata', 'link', 'file'];
  @IsOptional() @IsString() vectorset?: string;
}

export class FieldReadQuery {
  @IsIn(fieldShows, { each: true }) show: FieldShow[] = ['value'];
  @IsIn(extractedParts, { each: true }) extracted: ExtractedPart[] = ['text', 'metadata', 'link', 'file'];
  @IsOptional() @IsString() vectorset?: string;
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
  @IsOptional() @IsString() 'x-file-password'?: string;
}
