import { IsOptional, IsString, MaxLength } from 'class-validator';
import type { Integer } from '../../core/integer';
import { ListOf } from '../../validation/decorators';
import { choice } from '../../validation/node';

/** Kinds of events, in their order within a field. */
export const resultTypes = [
  'FullText',
  'Chunk',
  'Metadata',
  'Links',
  'FilePreview',
  'FileThumbnail',
  'GeneratedFile',
] as const;
/** Kind of an event. */
export type ResultType = (typeof resultTypes)[number];

/** Which events are wanted. */
export class ProcessingResultsQuery {
  /** Kinds of events; all when absent. */
  @IsOptional() @ListOf(choice(...resultTypes), { max: 50 }) data_types?: ResultType[] | null;
}

/** Where a stream continues. */
export class ProcessingResultsHeaders {
  /** `id` of the last event that was received; the events after it follow. */
  @IsOptional() @IsString() @MaxLength(32) 'last-event-id'?: string;
}

/** Content of an event. */
export interface ResultEventData {
  /** Kind of the event, or `end`. */
  readonly type: ResultType | 'end';
  /** Id of the record. */
  readonly processing_id?: string;
  /** The field that it is about. */
  readonly field?: {
    /** Type of the field. */
    readonly field_type: 'file' | 'link' | 'text' | 'generic' | 'conversation';
    /** Id of the field. */
    readonly field: string;
  };
  /** The message of a conversation that it is about; null for other fields. */
  readonly split?: string | null;
  /** Depends on `type`. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Of `end`: whether the result is there. */
  readonly completed?: boolean;
  /** Of `end`: whether the push failed. */
  readonly failed?: boolean;
}

/** One event of a stream, or a keep-alive. */
export class ProcessingResultEvent {
  /** Number of the event, from 1; absent for a keep-alive and the end. */
  id?: Integer;
  /** Its content; absent for a keep-alive. */
  data?: ResultEventData;
}
