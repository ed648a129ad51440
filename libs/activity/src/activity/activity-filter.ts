import { parseInstant } from '@lectern/contracts/core';
import type { ActivityFilters, AuditCondition } from '@lectern/contracts/search';
import { type ActivityField, columnOf } from './activity-fields';

/** An SQL condition and the values of its parameters, from `$1`. */
export interface CompiledFilter {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** How values of a kind of field are compared. */
interface Kind {
  /** SQL type of a parameter. */
  readonly type: string;
  /** Appended to the column where the sort order matters. */
  readonly collation?: string;
  readonly read?: (value: unknown) => unknown;
}

type Conditions = Readonly<Record<string, unknown>>;

// Operands without an offset are read as UTC.
const instant: Kind = { type: 'timestamptz', read: (value) => parseInstant(String(value)) ?? null };
const text: Kind = { type: 'text', collation: ' COLLATE "C"' };
const number: Kind = { type: 'double precision' };

const kinds: Readonly<Partial<Record<ActivityField, Kind>>> = {
  id: { type: 'bigint' },
  date: instant,
  total_duration: number,
  svc_tokens: number,
  resources_count: number,
  min_score_bm25: number,
  min_score_semantic: number,
  result_per_page: number,
  retrieval_time: number,
  generative_answer_first_chunk_time: number,
  generative_reasoning_first_chunk_time: number,
  generative_answer_time: number,
  feedback_good: { type: 'boolean' },
  feedback_good_all: { type: 'boolean' },
  feedback_good_any: { type: 'boolean' },
  status: { type: 'integer', read: Number },
};

const comparisons: Readonly<Record<string, string>> = { eq: '=', ne: '<>', gt: '>', ge: '>=', lt: '<', le: '<=' };

/**
 * Conditions of a query on rows. SQL's rules for NULL apply: a row without a value meets `isnull: true` only.
 *
 * @param first number of the first parameter
 * @returns conditions to be joined by AND, empty for an empty query; their SQL contains no text from the request
 */
export function compileFilters(filters: ActivityFilters, first: number): CompiledFilter {
  const values: unknown[] = [];
  const parameter = (value: unknown, type: string) => `$${first - 1 + values.push(value)}::${type}`;
  const { audit_metadata: audit, ...fields } = filters;
  const conditions = [
    ...Object.entries(fields).flatMap(([name, condition]) => {
      // The members of this class are fields.
      const field = name as ActivityField;
      return conditionsOn(columnOf(field), { kind: kinds[field] ?? text, condition, parameter });
    }),
    ...auditConditions(audit).flatMap(({ key, ...condition }) => {
      if (!asks(condition)) return [];
      return conditionsOn(`("audit_metadata" ->> ${parameter(key, 'text')})`, { kind: text, condition, parameter });
    }),
  ];
  return { sql: conditions.join(' AND '), values };
}

/** Postgres rejects parameters that the statement does not use. */
function asks(condition: object): boolean {
  return Object.values(condition).some((value) => value !== undefined && value !== null);
}

function auditConditions(audit: ActivityFilters['audit_metadata']): readonly AuditCondition[] {
  return [audit ?? []].flat();
}

function conditionsOn(
  column: string,
  {
    kind,
    condition,
    parameter,
  }: {
    readonly kind: Kind;
    readonly condition: unknown;
    readonly parameter: (value: unknown, type: string) => string;
  },
): string[] {
  const { type, collation = '', read = (value: unknown) => value } = kind;
  const compared = `${column}${collation}`;
  // The condition classes have one member per operator.
  return Object.entries((condition ?? {}) as Conditions).flatMap(([operator, value]) => {
    if (value === undefined || value === null) return [];
    if (operator === 'isnull') return [`${column} IS ${value === true ? '' : 'NOT '}NULL`];
    if (Array.isArray(value)) {
      const listed = parameter(value.map(read), `${type}[]`);
      return [operator === 'isin' ? `${column} = ANY(${listed})` : `${column} <> ALL(${listed})`];
    }
    if (operator === 'like' || operator === 'ilike')
      return [`${column} ${operator.toUpperCase()} ${parameter(value, type)}`];
    // Equality does not depend on the collation; without one, indexes can be used.
    const side = operator === 'eq' || operator === 'ne' ? column : compared;
    return [`${side} ${comparisons[operator]} ${parameter(read(value), type)}`];
  });
}
