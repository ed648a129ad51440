import { ArrayMaxSize, IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { Either } from '../../validation/decorators';
import { choice, whole } from '../../validation/node';
import { type FieldType, fieldTypes } from '../../core/identifiers';
import { CHOICES_MAX, PASSWORD_CHARS_MAX, VECTORSET_CHARS_MAX } from '../limits';

/** Parts of a resource that can be requested. */
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
/** A part of a resource. `values`, `extracted` and `errors` are of its fields. */
export type ResourceShow = (typeof resourceShows)[number];

/** Parts of a field that can be requested. */
export const fieldShows = ['value', 'extracted', 'error'] as const;
/** A part of a field: the value that was sent, the results of processing, or its status with errors. */
export type FieldShow = (typeof fieldShows)[number];

/** Parts of what processing found that can be requested. */
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
/**
 * A part of what processing found. `shortened_metadata` is `metadata` without entities, `large_metadata` the names and
 * words of a text, `question_answers` what users ask about a field and agents write. `relation_vectors` are not
 * computed in this version.
 */
export type ExtractedPart = (typeof extractedParts)[number];

/** How much of a resource is wanted. */
export class ResourceReadQuery {
  /** Parts of the resource to return; the id always comes. */
  @ArrayMaxSize(CHOICES_MAX) @IsIn(resourceShows, { each: true }) show: ResourceShow[] = ['basic'];
  /** Only fields of these types. */
  @ArrayMaxSize(CHOICES_MAX) @IsIn(fieldTypes, { each: true }) field_type: FieldType[] = [...fieldTypes];
  /** Parts of what processing found to return, with `show=extracted`. */
  @ArrayMaxSize(CHOICES_MAX) @IsIn(extractedParts, { each: true }) extracted: ExtractedPart[] = [
    'text',
    'metadata',
    'link',
    'file',
  ];
  /** Vectorset whose vectors are returned, with `extracted=vectors`; the oldest one of the box when absent. */
  @IsOptional() @IsString() @MaxLength(VECTORSET_CHARS_MAX) vectorset?: string;
}

/** How much of a field is wanted. */
export class FieldReadQuery {
  /** Parts of the field to return; type and id always come. */
  @ArrayMaxSize(CHOICES_MAX) @IsIn(fieldShows, { each: true }) show: FieldShow[] = ['value'];
  /** Parts of what processing found to return, with `show=extracted`. */
  @ArrayMaxSize(CHOICES_MAX) @IsIn(extractedParts, { each: true }) extracted: ExtractedPart[] = [
    'text',
    'metadata',
    'link',
    'file',
  ];
  /** Vectorset whose vectors are returned, with `extracted=vectors`; the oldest one of the box when absent. */
  @IsOptional() @IsString() @MaxLength(VECTORSET_CHARS_MAX) vectorset?: string;
  /** Page of a conversation: `first`, `last` or its number, from 1. */
  @Either(choice('first', 'last'), whole({ ge: 1 })) page: 'first' | 'last' | number = 'last';
}

/** Which page of resources is wanted. */
export class ResourceListQuery {
  /** Number of the page, from 0. */
  @IsInt() @Min(0) page: number = 0;
  /** Most resources on a page. */
  @IsInt() @Min(1) @Max(200) size: number = 20;
}

/** Data that processing may replace. */
export class ReprocessQuery {
  /** Whether a title found in the content replaces the present one. */
  @IsBoolean() reset_title: boolean = false;
}

/** The indexes to fill again. */
export class ReindexQuery {
  /** Has no effect. */
  @IsBoolean() reindex_vectors: boolean = false;
}

/** Opens a file that is processed. */
export class FilePasswordHeader {
  /**
   * Password of an encrypted file, of file fields only. It is stored encrypted until the file is processed without an
   * error. The form of RFC 8187, such as `UTF-8''p%C3%A4ss%20`, carries any characters, and blanks at the ends.
   */
  @IsOptional() @IsString() @MaxLength(PASSWORD_CHARS_MAX) 'x-file-password'?: string;
}
