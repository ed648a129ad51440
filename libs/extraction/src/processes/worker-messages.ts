import type { TextFormat } from '@lectern/contracts/knowledge-box';
import type { ProcessingValue } from '@lectern/contracts/understanding';
import type { UnderstandOptions } from '../enrich/field-analysis';
import type { FieldProblem } from '../extract/document';
import type { GivenPage } from '../extract/given-pages';
import type { ExtractLimits } from '../extract/limits';
import type { PageOptions } from '../extract/page';
import type { DrawLimits, DrawnPicture, PictureOwner } from '../drawing/drawn-picture';
import type { HeardSound, RecognizedText } from '../extract/reader';
import type { Transcript } from '../speech';

interface Job {
  readonly limits: ExtractLimits;
  readonly understand: UnderstandOptions;
}

export interface FileJob extends Job {
  readonly type: 'file';
  /** In a folder that the process may read. */
  readonly path: string;
  readonly contentType?: string;
  readonly filename?: string;
  readonly password?: string;
  /** Where a page was found, if it is one. */
  readonly page?: PageOptions;
  /** Whether pictures of pages can be recognised. */
  readonly recognizes: boolean;
  /** Whether speech in files within it can be read. */
  readonly hears: boolean;
  /** Whether parts that programs hide are read. */
  readonly includesHidden?: boolean;
  /** See `ProcessingValue.progress`. */
  readonly resume?: string;
  /** Absent when no pictures are wanted. */
  readonly drawing?: DrawLimits;
}

export interface TextJob extends Job {
  readonly type: 'text';
  readonly body: string;
  readonly format: TextFormat;
}

/** Recognised text of a picture. */
export interface PictureJob extends Job {
  readonly type: 'picture';
  readonly text: string;
  readonly mediaType: string;
}

/** Pictures of a picture. */
export interface DrawJob extends Job {
  readonly type: 'draw';
  readonly path: string;
  readonly mediaType: string;
  readonly owner: PictureOwner;
  readonly drawing: DrawLimits;
}

/** Pages that were read elsewhere. */
export interface PagesJob extends Job {
  readonly type: 'pages';
  readonly pages: readonly GivenPage[];
  readonly mediaType: string;
}

/** Transcript of a file. */
export interface TranscriptJob extends Job {
  readonly type: 'transcript';
  readonly transcript: Transcript;
}

/** Values of a job: pictures of a file come after the field, which does not depend on them. */
export type JobValue = ProcessingValue & { readonly picture?: DrawnPicture };

export type ExtractJob = FileJob | TextJob | PictureJob | DrawJob | PagesJob | TranscriptJob;

/** Messages to a process. */
export type ToWorker =
  | { readonly id: number; readonly job: ExtractJob }
  /** A value has been taken: there is room for another one. */
  | { readonly id: number; readonly taken: true }
  | { readonly id: number; readonly recognized: RecognizedText }
  | { readonly id: number; readonly heard: HeardSound }
  /** Others wait: the job is to end when it has reported progress again. */
  | { readonly id: number; readonly pause: true };

/** Messages of a process about a job: heartbeats, values, pictures and sound to be recognised, and at last its end. */
export type FromWorker =
  | { readonly id: number; readonly alive: true }
  | { readonly id: number; readonly value: JobValue }
  | { readonly id: number; readonly picture: Uint8Array }
  | { readonly id: number; readonly sound: Uint8Array; readonly mediaType: string }
  | { readonly id: number; readonly end: JobEnd };

export interface JobEnd {
  /** Of the content, when nothing of it was handed out. */
  readonly problem?: FieldProblem;
  readonly isPaused?: boolean;
  /** The file is not the one that was to be gone on with. */
  readonly isStale?: boolean;
}

/** Values that may be on their way: more would only fill the memory of a consumer that cannot take them. */
export const VALUES_ON_WAY_MAX = 4;
