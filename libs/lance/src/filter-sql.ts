import { AppError, type IndexFilter, fieldLabelPaths, type LabelOwner, carriedPath } from '@lectern/contracts/core';
import { sqlIn, sqlText } from './sql';
import {
  EMPTY_TAG,
  fieldTag,
  groupTag,
  HIDDEN_TAG,
  languageTag,
  ownLabelTag,
  PUBLIC_TAG,
  resourceLabelTag,
  titleTermTag,
} from './tags';

export const FILTER_DEPTH_MAX = 56;

/** A condition, and the operator that joins its parts. */
interface Compiled {
  readonly sql: string;
  readonly operator?: Operator;
  /** Nesting depth of parentheses. */
  readonly brackets?: number;
}

type Operator = 'AND' | 'OR';

/**
 * Converts a filter into a condition of a LanceDB query over the columns `rid`, `tags`, `created` and `modified`. The
 * engine accepts 46 nested parentheses, half of that after other conditions, and each NOT counts as several. Therefore
 * negations are pushed down to single conditions, needless parentheses are omitted, and the deepest part comes first.
 *
 * @throws AppError `invalid_request` when it is nested too deep
 */
export function filterSql(filter: IndexFilter): string {
  return compiled(filter, { depth: 0, isNegated: false }).sql;
}

function compiled(
  filter: IndexFilter,
  { depth, isNegated }: { readonly depth: number; readonly isNegated: boolean },
): Compiled {
  if (depth > FILTER_DEPTH_MAX)
    throw new AppError('invalid_request', `A filter is nested at most ${FILTER_DEPTH_MAX} deep`);
  const below = (parts: readonly IndexFilter[]) => parts.map((part) => compiled(part, { depth: depth + 1, isNegated }));
  if ('all' in filter) return joinedParts(below(filter.all), isNegated ? 'OR' : 'AND');
  if ('any' in filter) return joinedParts(below(filter.any), isNegated ? 'AND' : 'OR');
  if ('not' in filter) return compiled(filter.not, { depth: depth + 1, isNegated: !isNegated });
  const leaf = leafSql(filter);
  return isNegated ? { sql: `NOT ${leaf.operator ? `(${leaf.sql})` : leaf.sql}` } : leaf;
}

function joinedParts(parts: readonly Compiled[], operator: Operator): Compiled {
  const [only] = parts;
  if (!only) return { sql: operator === 'AND' ? 'true' : 'false' };
  if (parts.length === 1) return only;
  // AND binds tighter than OR.
  const isBracketed = (part: Compiled) => operator === 'AND' && part.operator === 'OR';
  const bracketsOf = (part: Compiled) => (part.brackets ?? 0) + Number(isBracketed(part));
  const ordered = parts.toSorted((a, b) => bracketsOf(b) - bracketsOf(a));
  const sqls = ordered.map((part) => (isBracketed(part) ? `(${part.sql})` : part.sql));
  return { sql: sqls.join(` ${operator} `), operator, brackets: Math.max(...parts.map(bracketsOf)) };
}

type Leaf = Exclude<IndexFilter, { readonly all: unknown } | { readonly any: unknown } | { readonly not: unknown }>;

function leafSql(filter: Leaf): Compiled {
  if ('label' in filter) return { sql: labelSql(carriedPath(filter), filter.of) };
  if ('resources' in filter) return { sql: sqlIn('rid', filter.resources) };
  if ('fields' in filter) return { sql: tagged(filter.fields.map(fieldTag)) };
  if ('resourceFields' in filter) return resourceFieldsSql(filter.resourceFields);
  if ('date' in filter) return dateCondition(filter.date, filter.sinceMs, filter.untilMs);
  if ('visibleTo' in filter) return { sql: tagged([PUBLIC_TAG, ...filter.visibleTo.map(groupTag)]) };
  if ('hidden' in filter) return { sql: filter.hidden ? tagged([HIDDEN_TAG]) : `NOT ${tagged([HIDDEN_TAG])}` };
  return { sql: tagged([languageTag(filter.language)]) };
}

/** The same for rows that are not found by words or vectors, so that rows without content must be excluded. */
export function contentSql(filter?: IndexFilter): string {
  const content = `NOT ${tagged([EMPTY_TAG])}`;
  return filter ? `${content} AND (${filterSql(filter)})` : content;
}

/** Selects rows that lack one of these terms of their title. */
export function titleTermsSql(terms: readonly string[]): string {
  return tagged(terms.map(titleTermTag));
}

function tagged(tags: readonly string[]): string {
  return tags.length === 0 ? 'false' : `array_has_any(tags, [${tags.map(sqlText).join(', ')}])`;
}

function labelSql(path: string, of?: LabelOwner): string {
  if (path === '') return 'true';
  return tagged([
    ...(of === 'resource' ? [] : [ownLabelTag(path)]),
    ...(of === 'paragraph' ? [] : [...fieldLabelPaths(path).map(ownLabelTag), resourceLabelTag(path)]),
  ]);
}

/** One clause per distinct field, regardless of the number of resources. */
function resourceFieldsSql(resourceFields: readonly string[]): Compiled {
  const ridsByField = new Map<string, string[]>();
  for (const path of resourceFields) {
    const slash = path.indexOf('/');
    if (slash < 0) continue;
    const field = path.slice(slash + 1);
    const rids = ridsByField.get(field);
    if (rids) rids.push(path.slice(0, slash));
    else ridsByField.set(field, [path.slice(0, slash)]);
  }
  const clauses = [...ridsByField].map(([field, rids]): Compiled => {
    const sql = `${tagged([fieldTag(field)])} AND ${sqlIn('rid', rids)}`;
    return { sql, operator: 'AND' };
  });
  return joinedParts(clauses, 'OR');
}

function dateCondition(column: 'created' | 'modified', sinceMs?: number, untilMs?: number): Compiled {
  const bounds = [
    ...(sinceMs === undefined ? [] : [`${column} >= ${numberSql(sinceMs)}`]),
    ...(untilMs === undefined ? [] : [`${column} <= ${numberSql(untilMs)}`]),
  ];
  return joinedParts(
    bounds.map((sql) => ({ sql })),
    'AND',
  );
}

function numberSql(value: number): string {
  if (!Number.isFinite(value)) throw new AppError('invalid_request', 'A date is a finite number of milliseconds');
  return value.toFixed(1);
}
