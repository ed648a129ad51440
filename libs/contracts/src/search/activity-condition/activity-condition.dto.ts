import { IsBoolean, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import type { Integer } from '../../core/integer';
import { Either, ForbidUnknown, IsInstant, ListOf, Satisfies } from '../../validation/decorators';
import { decimal, instant, text, whole } from '../../validation/node';
import { QUERY_CHARS_MAX } from '../retrieval-request/retrieval-request.dto';

/** Values of one `isin` or `isnotin`. */
export const CONDITION_VALUES_MAX = 200;
/** Code points of a pattern. */
const PATTERN_CHARS_MAX = 1_000;
const AUDIT_KEY_CHARS_MAX = 256;

const value = text({ maxLength: QUERY_CHARS_MAX });
const code = /^-?\d{1,3}$/;
const statusCode = [whole({ ge: -999, le: 999 }), text({ patterns: [code] })] as const;
const id = whole({ ge: 0, le: Number.MAX_SAFE_INTEGER });
const listed = { max: CONDITION_VALUES_MAX };

/** Conditions on a text; all of them must hold. Texts are ordered by their code points. */
@ForbidUnknown()
export class TextCondition {
  /** Is this text. */
  @IsOptional() @IsString() @MaxLength(QUERY_CHARS_MAX) eq?: string | null;
  /** Is another text. */
  @IsOptional() @IsString() @MaxLength(QUERY_CHARS_MAX) ne?: string | null;
  /** Comes after this text. */
  @IsOptional() @IsString() @MaxLength(QUERY_CHARS_MAX) gt?: string | null;
  /** Is this text or comes after it. */
  @IsOptional() @IsString() @MaxLength(QUERY_CHARS_MAX) ge?: string | null;
  /** Comes before this text. */
  @IsOptional() @IsString() @MaxLength(QUERY_CHARS_MAX) lt?: string | null;
  /** Is this text or comes before it. */
  @IsOptional() @IsString() @MaxLength(QUERY_CHARS_MAX) le?: string | null;
  /** Whether there is no value. */
  @IsOptional() @IsBoolean() isnull?: boolean | null;
  /** Is one of these texts. */
  @IsOptional() @ListOf(value, listed) isin?: readonly string[] | null;
  /** Differs from all of these texts. */
  @IsOptional() @ListOf(value, listed) isnotin?: readonly string[] | null;
  /** Matches this pattern as a whole: `%` matches any characters, `_` for one, `\` makes the next one literal. */
  @IsOptional() @IsString() @MaxLength(PATTERN_CHARS_MAX) @Satisfies(patternProblem) like?: string | null;
  /** The same, regardless of case. */
  @IsOptional() @IsString() @MaxLength(PATTERN_CHARS_MAX) @Satisfies(patternProblem) ilike?: string | null;
}

/** Conditions on the text that `audit_metadata` has under a key; all of them must hold. */
@ForbidUnknown()
export class AuditCondition extends TextCondition {
  /** Name in `audit_metadata`. */
  @IsString() @MaxLength(AUDIT_KEY_CHARS_MAX) key!: string;
}

/** Conditions on a number; all of them must hold. */
@ForbidUnknown()
export class NumberCondition {
  /** Is this number. */
  @IsOptional() @Either(decimal()) eq?: number | null;
  /** Is another number. */
  @IsOptional() @Either(decimal()) ne?: number | null;
  /** Is larger. */
  @IsOptional() @Either(decimal()) gt?: number | null;
  /** Is as large or larger. */
  @IsOptional() @Either(decimal()) ge?: number | null;
  /** Is smaller. */
  @IsOptional() @Either(decimal()) lt?: number | null;
  /** Is as small or smaller. */
  @IsOptional() @Either(decimal()) le?: number | null;
  /** Whether there is no value. */
  @IsOptional() @IsBoolean() isnull?: boolean | null;
  /** Is one of these numbers. */
  @IsOptional() @ListOf(decimal(), listed) isin?: readonly number[] | null;
  /** Differs from all of these numbers. */
  @IsOptional() @ListOf(decimal(), listed) isnotin?: readonly number[] | null;
}

/** Conditions on the id of a row; all of them must hold. */
@ForbidUnknown()
export class RowIdCondition {
  /** Is this id. */
  @IsOptional() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) eq?: Integer | null;
  /** Is another id. */
  @IsOptional() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) ne?: Integer | null;
  /** Is larger. */
  @IsOptional() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) gt?: Integer | null;
  /** Is as large or larger. */
  @IsOptional() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) ge?: Integer | null;
  /** Is smaller. */
  @IsOptional() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) lt?: Integer | null;
  /** Is as small or smaller. */
  @IsOptional() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) le?: Integer | null;
  /** Whether there is no value, which every row has. */
  @IsOptional() @IsBoolean() isnull?: boolean | null;
  /** Is one of these ids. */
  @IsOptional() @ListOf(id, listed) isin?: readonly Integer[] | null;
  /** Differs from all of these ids. */
  @IsOptional() @ListOf(id, listed) isnotin?: readonly Integer[] | null;
}

/** Conditions on an instant (ISO 8601, UTC without offset); all of them must hold. */
@ForbidUnknown()
export class InstantCondition {
  /** Is this instant. */
  @IsOptional() @IsInstant() eq?: string | null;
  /** Is another instant. */
  @IsOptional() @IsInstant() ne?: string | null;
  /** Is later. */
  @IsOptional() @IsInstant() gt?: string | null;
  /** Is this instant or later. */
  @IsOptional() @IsInstant() ge?: string | null;
  /** Is earlier. */
  @IsOptional() @IsInstant() lt?: string | null;
  /** Is this instant or earlier. */
  @IsOptional() @IsInstant() le?: string | null;
  /** Whether there is no value, which every row has. */
  @IsOptional() @IsBoolean() isnull?: boolean | null;
  /** Is one of these instants. */
  @IsOptional() @ListOf(instant, listed) isin?: readonly string[] | null;
  /** Differs from all of these instants. */
  @IsOptional() @ListOf(instant, listed) isnotin?: readonly string[] | null;
}

/** Conditions on a yes or no; all of them must hold. */
@ForbidUnknown()
export class FlagCondition {
  /** Is this value. */
  @IsOptional() @IsBoolean() eq?: boolean | null;
  /** Is the other value. */
  @IsOptional() @IsBoolean() ne?: boolean | null;
  /** Whether there is no value. */
  @IsOptional() @IsBoolean() isnull?: boolean | null;
}

/** Conditions on the code of a status, as a number or as text; all of them must hold. */
@ForbidUnknown()
export class StatusCondition {
  /** Is this code. */
  @IsOptional() @Either(...statusCode) eq?: number | string | null;
  /** Is another code. */
  @IsOptional() @Either(...statusCode) ne?: number | string | null;
  /** Is a larger code. */
  @IsOptional() @Either(...statusCode) gt?: number | string | null;
  /** Is this code or a larger one. */
  @IsOptional() @Either(...statusCode) ge?: number | string | null;
  /** Is a smaller code. */
  @IsOptional() @Either(...statusCode) lt?: number | string | null;
  /** Is this code or a smaller one. */
  @IsOptional() @Either(...statusCode) le?: number | string | null;
  /** Whether there is no value. */
  @IsOptional() @IsBoolean() isnull?: boolean | null;
  /** Is one of these codes. */
  @IsOptional() @ListOf({ kind: 'union', branches: statusCode }, listed) isin?: readonly (number | string)[] | null;
  /** Differs from all of these codes. */
  @IsOptional() @ListOf({ kind: 'union', branches: statusCode }, listed) isnotin?: readonly (number | string)[] | null;
}

function patternProblem(pattern: unknown): string | undefined {
  const [trailing = ''] = typeof pattern === 'string' ? (/\\*$/.exec(pattern) ?? []) : [];
  return trailing.length % 2 === 1 ? 'A pattern must not end with a single backslash' : undefined;
}
