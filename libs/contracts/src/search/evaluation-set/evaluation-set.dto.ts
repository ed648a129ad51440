import { IsBoolean, IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import type { Integer } from '../../core/integer';
import { declareId } from '../../validation/ids';
import { asUuid } from '../../core/uuid';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { ForbidUnknown, ListOf } from '../../validation/decorators';
import { text } from '../../validation/node';
import { LEARNING_ID_CHARS_MAX } from '../feedback/feedback.dto';

/** Most questions of a set of an evaluation. */
export const EVALUATION_QUESTIONS_MAX = 500;
/** Most sets of a knowledge box. */
export const EVALUATION_SETS_MAX = 50;
const TITLE_CHARS_MAX = 200;
const QUESTION_CHARS_MAX = 2_000;
const NAMES_MAX = 20;
const NAME_CHARS_MAX = 500;
const QUESTION_ID = /^[\w.:-]{1,64}$/;

/** A set of questions. */
export class EvaluationSetTarget extends KnowledgeBoxTarget {
  /** Id of the set, UUID. */
  @declareId({ read: asUuid, unreadable: 'Evaluation set not found. UUID expected.' }) set_id!: string;
}

/** A question of a set. */
export class EvaluationQuestionTarget extends EvaluationSetTarget {
  /** Id of the question. */
  @Matches(QUESTION_ID) question_id!: string;
}

/** A question, and what search and answer should bring. */
@ForbidUnknown()
export class EvaluationQuestionPayload {
  /** Unique in the set; a new id where it is absent. Results of two runs are compared by it. */
  @IsOptional() @Matches(QUESTION_ID) id?: string | null;
  /** The question. */
  @IsString() @MinLength(1) @MaxLength(QUESTION_CHARS_MAX) question!: string;
  /** Documents that answer it: ids, slugs, paths, file names or titles. */
  @IsOptional()
  @ListOf(text({ minLength: 1, maxLength: NAME_CHARS_MAX }), { max: NAMES_MAX })
  documents?: readonly string[] = [];
  /** Texts that the answer states. One fact may have several wordings with `|` between them: `42 h | 42 hours`. */
  @IsOptional()
  @ListOf(text({ minLength: 1, maxLength: NAME_CHARS_MAX }), { max: NAMES_MAX })
  facts?: readonly string[] = [];
  /** False: nothing answers it, and a refusal is right. */
  @IsOptional() @IsBoolean() answerable?: boolean = true;
  /** Groups of the person who asks; none: everything may be found. */
  @IsOptional()
  @ListOf(text({ minLength: 1, maxLength: NAME_CHARS_MAX }), { max: NAMES_MAX })
  groups?: readonly string[] = [];
  /** `learning_id` of the recorded answer that it was taken from. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(LEARNING_ID_CHARS_MAX) learning_id?: string | null;
}

/** A new set. */
@ForbidUnknown()
export class EvaluationSetPayload {
  /** For people. */
  @IsString() @MinLength(1) @MaxLength(TITLE_CHARS_MAX) title!: string;
  /** Its first questions. */
  @IsOptional()
  @ListOf(() => EvaluationQuestionPayload, { max: EVALUATION_QUESTIONS_MAX })
  questions?: readonly EvaluationQuestionPayload[] = [];
}

/** Changes of a set. */
@ForbidUnknown()
export class EvaluationSetChanges {
  /** For people. */
  @IsString() @MinLength(1) @MaxLength(TITLE_CHARS_MAX) title!: string;
}

/** Further questions of a set. */
@ForbidUnknown()
export class EvaluationQuestionsPayload {
  /** They are added after the others, all or none. */
  @ListOf(() => EvaluationQuestionPayload, { min: 1, max: EVALUATION_QUESTIONS_MAX })
  questions!: readonly EvaluationQuestionPayload[];
}

/** A question of a set. */
export interface EvaluationQuestion {
  /** Unique in the set. */
  readonly id: string;
  /** The question. */
  readonly question: string;
  /** Documents that answer it, by any of their names. */
  readonly documents: readonly string[];
  /** Texts that the answer states; `|` separates the wordings of one. */
  readonly facts: readonly string[];
  /** False: a refusal is right. */
  readonly answerable: boolean;
  /** Groups of the person who asks; none: everything may be found. */
  readonly groups: readonly string[];
  /** The recorded answer that it was taken from; null for others. */
  readonly learning_id: string | null;
}

/** A set of questions, without them. */
export class EvaluationSet {
  /** UUID. */
  id!: string;
  /** For people. */
  title!: string;
  /** How many questions it has. */
  size!: Integer;
  /** When it was made, UTC without suffix. */
  created!: string;
  /** When it or one of its questions was last changed, UTC without suffix. */
  modified!: string;
}

/** A set with its questions. */
export class EvaluationSetContent extends EvaluationSet {
  /** In their order. */
  questions!: readonly EvaluationQuestion[];
}

/** The sets of a knowledge box. */
export class EvaluationSets {
  /** By title. */
  sets!: readonly EvaluationSet[];
}

/** What was added. */
export class AddedEvaluationQuestions {
  /** Ids of the new questions, in their order. */
  ids!: readonly string[];
}
