import { IsOptional, IsString, MaxLength } from 'class-validator';
import type { Constructor } from '../../core/input';
import { filterExpressionProblem } from '../../index/filter-bounds';
import { Anything, ListOf, Literal, Satisfies, TaggedBody } from '../../validation/decorators';
import { text } from '../../validation/node';

const DESCRIPTION_CHARS_MAX = 10_000;
const LABELS_MAX = 100;
const RESOURCES_MAX = 100;
const LABEL_CHARS_MAX = 1_024;

/** A part of the knowledge box itself. */
export class BoxPartSource {
  /** Kind of source. */
  @Literal('kbdb') type!: 'kbdb';
  /** What is in it; models choose by it. */
  @IsString() @MaxLength(DESCRIPTION_CHARS_MAX) description: string = '';
  /** What is searched, as in a find. Documents of such a source are searched, and not listed. */
  @IsOptional() @Anything() @Satisfies(filterExpressionProblem) filter_expression?: unknown;
  /** Labels that documents have, all of them, such as `topics/finance`. */
  @ListOf(text({ minLength: 3, maxLength: LABEL_CHARS_MAX }), { max: LABELS_MAX }) labels: string[] = [];
  /** Ids of the resources that are searched; all when empty. */
  @ListOf(text({ minLength: 1, maxLength: 64 }), { max: RESOURCES_MAX }) resource_filters: string[] = [];
}

/** Any source of a knowledge box. */
export type AnyAgenticSource = BoxPartSource;

/** Classes of sources by type. */
export const agenticSources: Readonly<Record<string, () => Constructor>> = {
  kbdb: () => BoxPartSource,
};

/** A source of a knowledge box: `type` says of what. */
@TaggedBody('type', agenticSources)
export class AgenticSourceBody {}

/** Changes of a source of the type `kbdb`. Its type stays. */
export class AgenticSourceChange {
  /** Kind of source; the same as before. */
  @IsOptional() @Literal('kbdb') type?: 'kbdb';
  /** What is in it. */
  @IsOptional() @IsString() @MaxLength(DESCRIPTION_CHARS_MAX) description?: string | null;
  /** What is searched; null: without that condition. */
  @IsOptional() @Anything() @Satisfies(changedExpression) filter_expression?: unknown;
  /** Replaces the labels. */
  @IsOptional() @ListOf(text({ minLength: 3, maxLength: LABEL_CHARS_MAX }), { max: LABELS_MAX }) labels?: string[];
  /** Replaces the resources. */
  @IsOptional() @ListOf(text({ minLength: 1, maxLength: 64 }), { max: RESOURCES_MAX }) resource_filters?: string[];
}

/** Sources of a knowledge box. */
export class AgenticSources {
  /** By id. */
  sources!: Readonly<Record<string, BoxPartSource>>;
}

function changedExpression(expression: unknown): string | undefined {
  return expression === null ? undefined : filterExpressionProblem(expression);
}
