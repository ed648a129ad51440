import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  Length,
  MaxLength,
  MinLength,
} from 'class-validator';
import { ListOf, Satisfies } from '../../validation/decorators';
import { jsonWithin } from '../../validation/json-bounds';
import { TITLE_CHARS_MAX } from '../../core/identifiers';
import {
  CHOICES_MAX,
  COLOR_CHARS_MAX,
  LABEL_CHARS_MAX,
  LABEL_TEXT_CHARS_MAX,
  LABELS_JSON_CHARS_MAX,
  LABELS_PER_SET_MAX,
  URI_CHARS_MAX,
} from '../limits';
import { KnowledgeBoxTarget } from '../params';

/** Objects that a labelset is meant for. */
export const labelsetKinds = ['RESOURCES', 'PARAGRAPHS', 'SENTENCES', 'SELECTIONS'] as const;
/** Objects that a labelset is meant for. Resources and paragraphs have labels. */
export type LabelsetKind = (typeof labelsetKinds)[number];

/** A labelset of a knowledge box, named in a path. */
export class LabelsetTarget extends KnowledgeBoxTarget {
  /** Id of the labelset: the `labelset` of the labels of resources. */
  @IsString() @Length(1, LABEL_CHARS_MAX) labelset!: string;
}

/** One label that a labelset offers. */
export class Label {
  /** The label, as resources have it. */
  @IsString() @MinLength(1) @MaxLength(LABEL_CHARS_MAX) title!: string;
  /** A related label, for clients. */
  @IsOptional() @IsString() @MaxLength(LABEL_CHARS_MAX) related?: string | null;
  /** Meaning of the label, for people. */
  @IsOptional() @IsString() @MaxLength(LABEL_TEXT_CHARS_MAX) text?: string | null;
  /** Address of the thing that the label denotes, for clients. */
  @IsOptional() @IsString() @MaxLength(URI_CHARS_MAX) uri?: string | null;
}

/** Request to create or replace a labelset. Unknown members are ignored. */
export class LabelsetPayload {
  /** Name for people, unique within the knowledge box; the id when absent. */
  @IsOptional() @IsString() @MaxLength(TITLE_CHARS_MAX) title?: string | null;
  /** Colour in which clients show the labels. */
  @IsString() @MaxLength(COLOR_CHARS_MAX) color: string = 'blue';
  /** Whether one thing may have several labels of the set. Clients follow it; the server does not enforce it. */
  @IsBoolean() multiple: boolean = true;
  /** Objects that the labels are meant for. */
  @ArrayNotEmpty() @ArrayMaxSize(CHOICES_MAX) @IsIn(labelsetKinds, { each: true }) kind: LabelsetKind[] = ['RESOURCES'];
  /** The labels in order. Titles differ in more than the case of letters. At most 400,000 characters of JSON. */
  @ListOf(() => Label, { max: LABELS_PER_SET_MAX })
  @Satisfies(duplicateLabelProblem)
  @Satisfies(jsonWithin({ depthMax: 2, charsMax: LABELS_JSON_CHARS_MAX }))
  labels: Label[] = [];
}

/** A label that a labelset offers, with all its members. */
export interface OfferedLabel {
  /** The label, as resources have it. */
  readonly title: string;
  /** A related label; null when none was given. */
  readonly related: string | null;
  /** Meaning of the label; null when none was given. */
  readonly text: string | null;
  /** Address of the thing that the label denotes; null when none was given. */
  readonly uri: string | null;
}

/** A labelset: the labels that clients offer under one name. */
export class Labelset {
  /** Name for people. */
  title!: string;
  /** Colour in which clients show the labels. */
  color!: string;
  /** Whether one thing may have several labels of the set. */
  multiple!: boolean;
  /** Objects that the labels are meant for, each kind once. */
  kind!: readonly LabelsetKind[];
  /** The labels, in the order in which they were sent. */
  labels!: readonly OfferedLabel[];
}

/** The labelsets of a knowledge box. */
export class Labelsets {
  /** Id of the knowledge box. */
  uuid!: string;
  /** Labelsets by id. */
  labelsets!: Readonly<Record<string, Labelset>>;
}

/** The fault of labels of which two have the same title, regardless of case. */
function duplicateLabelProblem(labels: readonly { readonly title: string }[]): string | undefined {
  const seen = new Set<string>();
  for (const { title } of labels) {
    const folded = title.toLowerCase();
    if (seen.has(folded)) return `Duplicated labels are not allowed: ${title}`;
    seen.add(folded);
  }
  return undefined;
}

/** Labelsets whose kinds include `PARAGRAPHS`. */
export class ParagraphLabelsets {
  /** Their ids. */
  labelsets!: readonly string[];
}
