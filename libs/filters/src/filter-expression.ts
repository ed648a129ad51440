import {
  endInstant,
  type IndexFilter,
  invalidQuery,
  isObject,
  type LabelOwner,
  metadataPart,
  paragraphKinds,
  parseInstant,
} from '@lectern/contracts/core';
import { FILTER_DEPTH_MAX } from '@lectern/contracts/search';
import { expressionPart } from './expression-part';
import { type FieldType, letterOfFieldType } from '@lectern/contracts/knowledge-box';
import { keywordFields, type Keywords } from './keywords';
import { brokenCondition, extraForbidden, unknownFilterTag, wrongType } from './filter-violations';

type Leaf = (leaf: Record<string, unknown>, loc: readonly string[]) => IndexFilter;

/** Slugs that an expression names, with their ids. */
export type Slugs = ReadonlyMap<string, string>;

/** Filters for conditions that need a lookup in the box. */
export interface LookedUp {
  /** Of `key_value`. */
  readonly keyValues?: IndexFilter;
  readonly keywords?: Keywords;
}

/**
 * Compiles the `filter_expression` of a request. Its members are joined by `operator`; visibility is not part of it.
 *
 * @param found lookups for its other members
 * @returns undefined when it does not filter
 * @throws AppError `invalid_request` naming the place, `invalid_query` for what cannot be run
 */
export function compileFilterExpression(
  expression: unknown,
  slugs: Slugs,
  { keyValues, keywords = new Map() }: LookedUp = {},
): IndexFilter | undefined {
  const loc = ['body', 'filter_expression'];
  if (!isObject(expression)) throw wrongType(loc, expression, 'object');
  extraForbidden(expression, ['field', 'paragraph', 'key_value', 'operator'], loc);
  const { field, paragraph, key_value: keyValue } = expression;
  const operator = expression.operator ?? 'and';
  if (!keyValues && keyValue !== undefined && keyValue !== null)
    throw brokenCondition([...loc, 'key_value'], keyValue, 'Conditions on key-value fields cannot be asked here');
  if (operator !== 'and' && operator !== 'or') throw wrongType([...loc, 'operator'], operator, "'and' or 'or'");
  const parts: IndexFilter[] = keyValues ? [keyValues] : [];
  if (field !== undefined && field !== null)
    parts.push(compile(field, { leaves: fieldLeaves(slugs, keywords) }, [...loc, 'field']));
  if (paragraph !== undefined && paragraph !== null)
    parts.push(compile(paragraph, { leaves: paragraphLeaves }, [...loc, 'paragraph']));
  if (parts.length === 0) return undefined;
  return operator === 'and' ? { all: parts } : { any: parts };
}

/** Conditions by the `prop` that names them. */
export type Leaves = Readonly<Record<string, LeafKind>>;

/** A kind of condition: what it may say besides its `prop`, and what that means. */
interface LeafKind {
  readonly members: readonly string[];
  readonly read: Leaf;
}

interface Compiling {
  readonly leaves: Leaves;
  /** Of `and`, `or` and `not` around the condition. */
  readonly depth?: number;
}

/** Of JSON; deeper ones are refused where requests are checked. */
const SEARCHED_LEVELS_MAX = 128;

/** @throws AppError `invalid_request` naming the place below `loc`, `invalid_query` for what cannot be run */
export function compile(node: unknown, { leaves, depth = 0 }: Compiling, loc: readonly string[]): IndexFilter {
  if (depth > FILTER_DEPTH_MAX) throw invalidQuery('filter_expression', `It is nested deeper than ${FILTER_DEPTH_MAX}`);
  const part = expressionPart(node, loc);
  const below = { leaves, depth: depth + 1 };
  if ('operand' in part) return { not: compile(part.operand.value, below, part.operand.loc) };
  if ('operands' in part) {
    const compiled = part.operands.map((operand) => compile(operand.value, below, operand.loc));
    return part.operator === 'and' ? { all: compiled } : { any: compiled };
  }
  const { condition } = part;
  const { prop } = condition;
  const kind = typeof prop === 'string' && Object.hasOwn(leaves, prop) ? leaves[prop] : undefined;
  if (!kind) throw unknownFilterTag(loc, node, ['and', 'or', 'not', ...Object.keys(leaves)]);
  const at = [...loc, String(prop)];
  extraForbidden(condition, ['prop', ...kind.members], at);
  return kind.read(condition, at);
}

/** Slugs named anywhere in an expression, to be looked up before it is compiled. */
export function slugsIn(expression: unknown, depth = 0): string[] {
  if (depth > SEARCHED_LEVELS_MAX) return [];
  if (Array.isArray(expression)) return expression.flatMap((item) => slugsIn(item, depth + 1));
  if (!isObject(expression)) return [];
  const own = expression.prop === 'resource' && typeof expression.slug === 'string' ? [expression.slug] : [];
  return [...own, ...Object.values(expression).flatMap((value) => slugsIn(value, depth + 1))];
}

function fieldLeaves(slugs: Slugs, keywords: Keywords): Leaves {
  return {
    ...resourceLeaves(slugs),
    keyword: leafKind(['word'], (leaf, loc) => keywordFields(requiredText(leaf, 'word', loc), keywords)),
    field: leafKind(['type', 'name'], (leaf, loc) => {
      // One of the table's own keys: everything else was refused.
      const letter =
        letterOfFieldType[oneOf(leaf, 'type', { loc, values: Object.keys(letterOfFieldType) }) as FieldType];
      const name = optionalText(leaf, 'name', loc);
      return { fields: [name ? `${letter}/${name}` : letter] };
    }),
    field_mimetype: labelKind('mt', ['type', 'subtype']),
    generated: generatedLeaf,
    entity: labelKind('e', ['subtype', 'value']),
  };
}

/** Conditions on metadata of a resource. */
export function resourceLeaves(slugs: Slugs): Leaves {
  return {
    resource: leafKind(['id', 'slug'], (leaf, loc) => resourceLeaf(leaf, loc, slugs)),
    created: leafKind(['since', 'until'], (leaf, loc) => dateLeaf('created', leaf, loc)),
    modified: leafKind(['since', 'until'], (leaf, loc) => dateLeaf('modified', leaf, loc)),
    label: labelKind('l', ['labelset', 'label'], 'resource'),
    resource_mimetype: labelKind('n/i', ['type', 'subtype']),
    language: leafKind(['language', 'only_primary'], (leaf, loc) => {
      const isPrimary = optionalBoolean(leaf, 'only_primary', loc) ?? false;
      return labelLeaf(isPrimary ? 's/p' : 's/s', leaf, { loc, members: ['language'] });
    }),
    origin_tag: labelKind('t', ['tag']),
    origin_metadata: leafKind(['field', 'value'], metadataLeaf),
    origin_path: leafKind(['prefix'], (leaf, loc) => {
      const prefix = optionalText(leaf, 'prefix', loc)?.replace(/^\/+|\/+$/g, '');
      return { label: prefix ? `/p/${prefix}` : '/p' };
    }),
    origin_source: leafKind(['id'], (leaf, loc) => {
      const id = optionalText(leaf, 'id', loc);
      return id === undefined ? { label: '/u/s' } : labelLeaf('u/s', leaf, { loc, members: ['id'] });
    }),
    origin_collaborator: labelKind('u/o', ['collaborator']),
  };
}

/** Fields that data augmentation made carry the task that made them. */
const generatedLeaf: LeafKind = leafKind(['by', 'da_task'], (leaf, loc) => {
  oneOf(leaf, 'by', { loc, values: ['data-augmentation'] });
  const task = optionalText(leaf, 'da_task', loc);
  return task === undefined ? { label: '/g/da' } : labelLeaf('g/da', leaf, { loc, members: ['da_task'] });
});

const paragraphLeaves: Leaves = {
  label: labelKind('l', ['labelset', 'label'], 'paragraph'),
  kind: leafKind(['kind'], (leaf, loc) => ({
    label: `/k/${oneOf(leaf, 'kind', { loc, values: paragraphKinds }).toLowerCase()}`,
  })),
};

/** A condition with these members besides its `prop`. */
export function leafKind(members: readonly string[], read: Leaf): LeafKind {
  return { members, read };
}

function labelKind(prefix: string, members: readonly string[], of?: LabelOwner): LeafKind {
  return leafKind(members, (leaf, loc) => ({ ...labelLeaf(prefix, leaf, { loc, members }), ...(of && { of }) }));
}

const RESOURCE_ID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

function resourceLeaf(leaf: Record<string, unknown>, loc: readonly string[], slugs: Slugs): IndexFilter {
  const [id, slug] = [optionalText(leaf, 'id', loc), optionalText(leaf, 'slug', loc)];
  if ((id === undefined) === (slug === undefined)) {
    throw brokenCondition(loc, leaf, 'Exactly one of id and slug must be set in a resource filter');
  }
  if (id !== undefined) {
    if (!RESOURCE_ID.test(id)) throw wrongType([...loc, 'id'], id, 'UUID');
    return { resources: [id.replaceAll('-', '').toLowerCase()] };
  }
  const found = slugs.get(slug ?? '');
  if (found === undefined) throw invalidQuery('slug', `Cannot find slug ${slug}`);
  return { resources: [found] };
}

/** As labels have them. */
function metadataLeaf(leaf: Record<string, unknown>, loc: readonly string[]): IndexFilter {
  const [field, value] = [requiredText(leaf, 'field', loc), optionalText(leaf, 'value', loc)];
  const parts = { field: metadataPart(field), ...(value !== undefined && { value: metadataPart(value) }) };
  return labelLeaf('m', parts, { loc, members: ['field', 'value'] });
}

function dateLeaf(date: 'created' | 'modified', leaf: Record<string, unknown>, loc: readonly string[]): IndexFilter {
  const since = instant(leaf, 'since', { loc, parse: parseInstant });
  const until = instant(leaf, 'until', { loc, parse: endInstant });
  if (since === undefined && until === undefined) {
    throw brokenCondition(loc, leaf, 'At least one of since and until must be set in a date filter');
  }
  return { date, sinceMs: since, untilMs: until };
}

/** The first member is required; those after it narrow the path. */
function labelLeaf(
  prefix: string,
  leaf: Record<string, unknown>,
  { loc, members }: { readonly loc: readonly string[]; readonly members: readonly string[] },
): { readonly label: string; readonly isExact?: boolean } {
  const [first = '', ...rest] = members;
  const segments = [requiredText(leaf, first, loc)];
  for (const member of rest) {
    const value = optionalText(leaf, member, loc);
    if (value !== undefined) segments.push(value);
  }
  const label = `/${prefix}/${segments.join('/')}`;
  // A value that is empty, or ends with a slash, is no path to all that lies above it.
  return { label, ...(label.endsWith('/') && { isExact: true }) };
}

function requiredText(leaf: Record<string, unknown>, member: string, loc: readonly string[]): string {
  const value = leaf[member];
  if (typeof value !== 'string') throw wrongType([...loc, member], value, 'string');
  return value;
}

function optionalText(leaf: Record<string, unknown>, member: string, loc: readonly string[]): string | undefined {
  return leaf[member] === undefined || leaf[member] === null ? undefined : requiredText(leaf, member, loc);
}

function optionalBoolean(leaf: Record<string, unknown>, member: string, loc: readonly string[]): boolean | undefined {
  const value = leaf[member];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw wrongType([...loc, member], value, 'boolean');
  return value;
}

/** @throws AppError unless the member is one of the values */
export function oneOf(
  leaf: Record<string, unknown>,
  member: string,
  { loc, values }: { readonly loc: readonly string[]; readonly values: readonly string[] },
): string {
  const value = requiredText(leaf, member, loc);
  if (!values.includes(value)) throw wrongType([...loc, member], value, `one of ${values.join(', ')}`);
  return value;
}

function instant(
  leaf: Record<string, unknown>,
  member: string,
  { loc, parse }: { readonly loc: readonly string[]; readonly parse: (text: string) => Date | undefined },
): number | undefined {
  const text = optionalText(leaf, member, loc);
  if (text === undefined) return undefined;
  const date = parse(text);
  if (!date) throw wrongType([...loc, member], text, 'ISO 8601 date');
  return date.getTime();
}
