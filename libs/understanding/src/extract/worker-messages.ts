import type { UnderstandOptions, UnderstoodDocument } from '../enrich/understand-field';
import type { ExtractedDocument, FieldProblem } from './document';
import type { ExtractLimits } from './limits';
import type { PageOptions } from './page';
import type { TextFormat } from './text-format';

/** A file in memory, or in a folder that the process may read. */
export type JobContent = { readonly bytes: Uint8Array } | { readonly path: string };

interface Job {
  readonly limits: ExtractLimits;
  /** Split and enrich as well; else the document is the answer. */
  readonly understand?: UnderstandOptions;
}

export interface FileJob extends Job {
  readonly type: 'file';
  readonly content: JobContent;
  readonly contentType?: string;
  readonly filename?: string;
  readonly password?: string;
  /** Where a page was found, if it is one. */
  readonly page?: PageOptions;
}

export interface TextJob extends Job {
  readonly type: 'text';
  readonly body: string;
  readonly format: TextFormat;
}

/** A document that is complete now and only has to be understood. */
export interface DocumentJob extends Job {
  readonly type: 'document';
  readonly document: ExtractedDocument;
}

export type ExtractJob = FileJob | TextJob | DocumentJob;

export interface JobMessage {
  readonly id: number;
  readonly job: ExtractJob;
}

/** What a job gave. */
export type JobResult = { readonly document: ExtractedDocument } | { readonly understood: UnderstoodDocument };

export type JobAnswer = JobResult | { readonly problem: FieldProblem };

export interface AnswerMessage {
  readonly id: number;
  readonly answer: JobAnswer;
}
