import type { ExtractedDocument, FieldProblem } from './document';
import type { ExtractLimits } from './limits';
import type { TextFormat } from './text-format';

/** A file in memory, or in a folder that the process may read. */
export type JobContent = { readonly bytes: Uint8Array } | { readonly path: string };

export interface FileJob {
  readonly type: 'file';
  readonly content: JobContent;
  readonly contentType?: string;
  readonly filename?: string;
  readonly password?: string;
  readonly limits: ExtractLimits;
}

export interface TextJob {
  readonly type: 'text';
  readonly body: string;
  readonly format: TextFormat;
  readonly limits: ExtractLimits;
}

export type ExtractJob = FileJob | TextJob;

export interface JobMessage {
  readonly id: number;
  readonly job: ExtractJob;
}

export type JobAnswer = { readonly document: ExtractedDocument } | { readonly problem: FieldProblem };

export interface AnswerMessage {
  readonly id: number;
  readonly answer: JobAnswer;
}
