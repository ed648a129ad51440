import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { Satisfies } from '../../validation/decorators';
import { FIELD_ID, type FieldType, fieldTypes } from '../../core/identifiers';
import {
  ANNOTATED_PARAGRAPHS_MAX,
  ANSWER_TEXT_CHARS_MAX,
  ANSWERS_MAX,
  LANGUAGE_TAG,
  PARAGRAPH_CLASSIFICATIONS_MAX,
  PARAGRAPH_KEY_CHARS_MAX,
  QUESTION_ANSWERS_MAX,
} from '../limits';
import { Classification } from '../classification/classification.dto';

/** Names a field of a resource. */
export class FieldName {
  /** Type of the field. */
  @IsIn(fieldTypes) field_type!: FieldType;
  /** Id of the field. */
  @Matches(FIELD_ID) field!: string;
}

/** Labels that users give a paragraph. */
export class ParagraphAnnotation {
  /**
   * Id of the paragraph. `N_RID` means the id of the resource, which a client does not know before the resource
   * exists.
   */
  @IsString() @MaxLength(PARAGRAPH_KEY_CHARS_MAX) key!: string;
  /** At least one label, at most 100, no two of the same labelset and name. */
  @IsArray()
  @ArrayMaxSize(PARAGRAPH_CLASSIFICATIONS_MAX)
  @ValidateNested({ each: true })
  @Type(() => Classification)
  @Satisfies(classificationsProblem)
  classifications!: Classification[];
}

/** A question, or an answer to it. */
export class AnnotatedText {
  /** The question or answer. */
  @IsString() @MaxLength(ANSWER_TEXT_CHARS_MAX) text!: string;
  /** Language tag; empty when unknown. */
  @IsOptional() @Matches(LANGUAGE_TAG) language?: string | null;
  /** Ids of the paragraphs that it is about, at most 100. */
  @IsArray()
  @ArrayMaxSize(100)
  @IsString({ each: true })
  @MaxLength(PARAGRAPH_KEY_CHARS_MAX, { each: true })
  ids_paragraphs: string[] = [];
}

/** A question and its answers. */
export class QuestionAnswer {
  /** The question. */
  @ValidateNested() @Type(() => AnnotatedText) question!: AnnotatedText;
  /** Its answers, at most 100. */
  @IsArray()
  @ArrayMaxSize(ANSWERS_MAX)
  @ValidateNested({ each: true })
  @Type(() => AnnotatedText)
  answers: AnnotatedText[] = [];
}

/** A question that users add to a field. */
export class QuestionAnswerAnnotation {
  /** The question and its answers. */
  @ValidateNested() @Type(() => QuestionAnswer) question_answer!: QuestionAnswer;
  /** Whether a user has withdrawn it; kept and shown. */
  @IsBoolean() cancelled_by_user: boolean = false;
}

/** Annotations of a field by users. A modification replaces all annotations of this field. */
export class FieldAnnotationPayload {
  /** The field. */
  @ValidateNested() @Type(() => FieldName) field!: FieldName;
  /** Labels of its paragraphs, at most 1,000. They count for paragraphs that have the id `key`. */
  @IsArray()
  @ArrayMaxSize(ANNOTATED_PARAGRAPHS_MAX)
  @ValidateNested({ each: true })
  @Type(() => ParagraphAnnotation)
  paragraphs: ParagraphAnnotation[] = [];
  /** Questions about the field and their answers, at most 1,000; kept and shown. */
  @IsArray()
  @ArrayMaxSize(QUESTION_ANSWERS_MAX)
  @ValidateNested({ each: true })
  @Type(() => QuestionAnswerAnnotation)
  question_answers: QuestionAnswerAnnotation[] = [];
}

/** A question or an answer, as it is stored. */
export interface StoredAnnotatedText {
  /** The question or answer. */
  readonly text: string;
  /** Language tag; empty when none was given. */
  readonly language: string;
  /** Ids of the paragraphs that it is about. */
  readonly ids_paragraphs: readonly string[];
}

/** Annotations of a field by users, as answers contain them. */
export interface FieldAnnotation {
  /** Labels of paragraphs. */
  readonly paragraphs: readonly {
    /** Labels of the paragraph. */
    readonly classifications: readonly Classification[];
    /** Id of the paragraph. */
    readonly key: string;
  }[];
  /** Questions about the field and their answers. */
  readonly question_answers: readonly {
    /** The question and its answers. */
    readonly question_answer: {
      /** The question. */
      readonly question: StoredAnnotatedText;
      /** Its answers. */
      readonly answers: readonly StoredAnnotatedText[];
    };
    /** Whether a user has withdrawn it. */
    readonly cancelled_by_user: boolean;
  }[];
  /** The field. */
  readonly field: FieldName;
}

function classificationsProblem(classifications: readonly Classification[]): string | undefined {
  if (classifications.length === 0) return 'ensure classifications has at least 1 items';
  const distinct = new Set(classifications.map(({ labelset, label }) => JSON.stringify([labelset, label])));
  return distinct.size < classifications.length ? 'Paragraph classifications need to be unique' : undefined;
}
