import { IsBoolean, IsIn, IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';

/** Code points of the id of an answer. */
export const LEARNING_ID_CHARS_MAX = 256;
/** Code points of a comment. */
export const FEEDBACK_CHARS_MAX = 10_000;
const TEXT_BLOCK_ID_CHARS_MAX = 1_024;

/** Subject of feedback. */
export const feedbackTasks = ['CHAT'] as const;
/** Subject of feedback. */
export type FeedbackTask = (typeof feedbackTasks)[number];

/** An opinion on an answer. */
export class FeedbackPayload {
  /** Id of the answer: `learning_id`, or the header `SVC-LEARNING-ID`. Whether the answer exists is not checked. */
  @IsString() @MinLength(1) @MaxLength(LEARNING_ID_CHARS_MAX) ident!: string;
  /** Whether the answer is good. */
  @IsBoolean() good!: boolean;
  /** Subject of the feedback. */
  @IsIn(feedbackTasks) task!: FeedbackTask;
  /** A comment. */
  @IsOptional() @IsString() @MaxLength(FEEDBACK_CHARS_MAX) feedback?: string | null;
  /** Id of the paragraph that the feedback is on; without it the feedback is on the answer as a whole. */
  @IsOptional() @IsString() @MaxLength(TEXT_BLOCK_ID_CHARS_MAX) text_block_id?: string | null;
}

/** The feedback on the answers of a knowledge box, of one month where the path names one. */
export class CollectedFeedbackTarget extends KnowledgeBoxTarget {
  /** The month, UTC: `2026-05`. */
  @IsOptional() @Matches(/^\d{4}-(0[1-9]|1[0-2])$/) month?: string;
}

/** A piece of a table. */
export class CsvPiece {
  /** Whole lines. */
  text!: string;
}
