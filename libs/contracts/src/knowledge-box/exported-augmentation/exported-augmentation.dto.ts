import { IsInt, IsString, Length, MaxLength, Min } from 'class-validator';
import { ListOf, MapOf, Nested } from '../../validation/decorators';
import { listOf, text } from '../../validation/node';
import { FieldName } from '../field-annotation/field-annotation.dto';
import { FIELD_ID } from '../../core/identifiers';
import { ANSWER_TEXT_CHARS_MAX, NODE_VALUE_CHARS_MAX, PARAGRAPH_KEY_CHARS_MAX } from '../limits';
import { RelationPayload } from '../relation/relation.dto';

const ENTRIES_MAX = 10_000;
const NAME_CHARS_MAX = 1_024;
const entries = { max: ENTRIES_MAX };

/** A label that an agent gave. */
export class ExportedAgentLabel {
  /** Labelset of the label. */
  @IsString() @MaxLength(NAME_CHARS_MAX) labelset!: string;
  /** Label within the labelset. */
  @IsString() @MaxLength(NAME_CHARS_MAX) label!: string;
}

/** Labels that an agent gave a paragraph. */
export class ExportedLabelledParagraph {
  /** Id of the paragraph. */
  @IsString() @MaxLength(PARAGRAPH_KEY_CHARS_MAX) key!: string;
  /** Its labels. */
  @ListOf(() => ExportedAgentLabel, entries) classifications!: ExportedAgentLabel[];
}

/** Where a text mentions a name. */
export class ExportedMentionPlace {
  /** First code point. */
  @IsInt() @Min(0) start!: number;
  /** End, exclusive, in code points. */
  @IsInt() @Min(0) end!: number;
}

/** A name that an agent found. */
export class ExportedMention {
  /** The name. */
  @IsString() @MaxLength(NODE_VALUE_CHARS_MAX) text!: string;
  /** Its type. */
  @IsString() @MaxLength(NODE_VALUE_CHARS_MAX) label!: string;
  /** Where the text mentions it. */
  @ListOf(() => ExportedMentionPlace, entries) positions!: ExportedMentionPlace[];
}

/** A question that an agent wrote. */
export class ExportedQuestion {
  /** The question. */
  @IsString() @MaxLength(ANSWER_TEXT_CHARS_MAX) question!: string;
  /** Its answer. */
  @IsString() @MaxLength(ANSWER_TEXT_CHARS_MAX) answer!: string;
  /** Why that is the answer. */
  @IsString() @MaxLength(ANSWER_TEXT_CHARS_MAX) reason!: string;
  /** Ids of the paragraphs that it comes from. */
  @ListOf(text({ maxLength: PARAGRAPH_KEY_CHARS_MAX }), entries) paragraphs!: string[];
}

/** Findings of an agent in a field. */
export class ExportedAugmentation {
  /** Id of its task. */
  @IsString() @Length(1, 64) task!: string;
  /** The field. */
  @Nested(() => FieldName) field!: FieldName;
  /** Version of the field and of the task. */
  @IsString() @MaxLength(NAME_CHARS_MAX) version!: string;
  /** Labels of the field. */
  @ListOf(() => ExportedAgentLabel, entries) classifications!: ExportedAgentLabel[];
  /** Labels of paragraphs. */
  @ListOf(() => ExportedLabelledParagraph, entries) paragraphs!: ExportedLabelledParagraph[];
  /** Names by what the task calls itself. */
  @MapOf(listOf(() => ExportedMention, entries), { sizeMax: 100 })
  entities!: Record<string, ExportedMention[]>;
  /** Relations between them. */
  @ListOf(() => RelationPayload, entries) relations!: RelationPayload[];
  /** Questions that the text answers. */
  @ListOf(() => ExportedQuestion, entries) questions!: ExportedQuestion[];
  /** Ids of text fields that it made. */
  @ListOf(text({ patterns: [FIELD_ID] }), entries) texts!: string[];
}
