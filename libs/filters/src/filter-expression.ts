import { type IndexFilter, invalidQuery, paragraphKinds, parseInstant } from '@lectern/contracts/core';
import { FILTER_DEPTH_MAX } from '@lectern/contracts/search';
import { type FieldType, letterOfFieldType } from '@lectern/contracts/knowledge-box';
import { keywordFields, type Keywords } from './keywords';
import { brokenCondition, extraForbidden, isRecord, unknownTag, wrongType } from './filter-violations';

type Leaf = (leaf: Record<string, unknown>, loc: readonly string[]) => IndexFilter;

/** Slugs that an expression names and the ids that they stand for. */
export type Slugs = ReadonlyMap<string, string>;

/** What conditions keep that only a look at the box tells. */
export interface LookedUp {
  /** Of `key_value`. */
  readonly keyValues?: IndexFilter;
  readonly keywords?: Keywords;
}

/**
 * Compiles the `filter_expression` of a request. Its members are joined by `operator`; visibility is not part of it.
 *
 * @param found what was looked up for its other members
 * @returns undefined when it does not filter
 * @throws AppError `invalid_request` naming the place, `invalid_query` for what cannot be run
 */
export function compileFilterExpression(
  expression: unknown,
  slugs: Slugs,
  { keyValues, keywords = new Map() }: LookedUp = {},
): IndexFilter | undefined {
  const loc = ['body', 'filter_expression'];
  if (!isRecord(expression)) throw wrongType(loc, expression, 'object');
  extraForbidden(expression, ['field', 'paragraph', 'key_value', 'operator'], loc);
  const { field, paragraph, key_value: keyValue, operator = 'and' } = expression;
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
export type Leaves = Readonly<Record<string, Leaf>>;

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
  if (!isRecord(node)) throw wrongType(loc, node, 'object');
  const all = node.and ?? (node.operator === 'and' ? node.operands : undefined);
  const any = node.or ?? (node.operator === 'or' ? node.operands : undefined);
  const not = node.not ?? (node.operator === 'not' ? node.operand : undefined);
  const below = { leaves, depth: depth + 1 };
  if (all !== undefined) return { all: operands(all, below, [...loc, 'and']) };
  if (any !== undefined) return { any: operands(any, below, [...loc, 'or']) };
  if (not !== undefined) return { not: compile(not, below, [...loc, 'not']) };
  const leaf = typeof node.prop === 'string' && Object.hasOwn(leaves, node.prop) ? leaves[node.prop] : undefined;
  if (!leaf) throw unknownTag(loc, node, ['and', 'or', 'not', ...Object.keys(leaves)]);
  return leaf(node, [...loc, String(node.prop)]);
}

function operands(value: unknown, compiling: Compiling, loc: readonly string[]): IndexFilter[] {
  if (!Array.isArray(value) || value.length === 0) throw wrongType(loc, value, 'list with at least 1 item');
  return value.map((operand, i) => compile(operand, compiling, [...loc, String(i)]));
}

/** Slugs named anywhere in an expression, to be looked up before it is compiled. */
export function slugsIn(expression: unknown, depth = 0): string[] {
  if (depth > SEARCHED_LEVELS_MAX) return [];
  if (Array.isArray(expression)) return expression.flatMap((item) => slugsIn(item, depth + 1));
  if (!isRecord(expression)) return [];
  const own = expression.prop === 'resource' && typeof expression.slug === 'string' ? [expression.slug] : [];
  return [...own, ...Object.values(expression).flatMap((value) => slugsIn(value, depth + 1))];
}

function fieldLeaves(slugs: Slugs, keywords: Keywords): Leaves {
  return {
    ...resourceLeaves(slugs),
    keyword: (leaf, loc) => keywordFields(requiredText(leaf, 'word', loc), keywords),
    field: (leaf, loc) => {
      // One of the table's own keys: everything else was refused.
      const letter =
        letterOfFieldType[oneOf(leaf, 'type', { loc, values: Object.keys(letterOfFieldType) }) as FieldType];
      const name = optionalText(leaf, 'name', loc);
      return { fields: [name ? `${letter}/${name}` : letter] };
    },
    field_mimetype: (leaf, loc) => labelLeaf('mt', leaf, { loc, members: ['type', 'subtype'] }),
    generated: generatedLeaf,
    entity: (leaf, loc) => labelLeaf('e', leaf, { loc, members: ['subtype', 'value'] }),
  };
}

/** Conditions on what a resource says about itself. */
export function resourceLeaves(slugs: Slugs): Leaves {
  return {
    resource: (leaf, loc) => resourceLeaf(leaf, loc, slugs),
    created: (leaf, loc) => dateLeaf('created', leaf, loc),
    modified: (leaf, loc) => dateLeaf('modified', leaf, loc),
    label: (leaf, loc) => ({ ...labelLeaf('l', leaf, { loc, members: ['labelset', 'label'] }), of: 'resource' }),
    resource_mimetype: (leaf, loc) => labelLeaf('n/i', leaf, { loc, members: ['type', 'subtype'] }),
    language: (leaf, loc) =>
      labelLeaf(leaf.only_primary === true ? 's/p' : 's/s', leaf, { loc, members: ['language'] }),
    origin_tag: (leaf, loc) => labelLeaf('t', leaf, { loc, members: ['tag'] }),
    origin_metadata: (leaf, loc) => labelLeaf('m', leaf, { loc, members: ['field', 'value'] }),
    origin_path: (leaf, loc) => {
      const prefix = optionalText(leaf, 'prefix', loc)?.replace(/^\/+|\/+$/g, '');
      return { label: prefix ? `/p/${prefix}` : '/p' };
    },
    origin_source: (leaf, loc) => {
      const id = optionalText(leaf, 'id', loc);
      return { label: id ? `/u/s/${id}` : '/u/s' };
    },
    origin_collaborator: (leaf, loc) => labelLeaf('u/o', leaf, { loc, members: ['collaborator'] }),
  };
}

/** Fields that data augmentation made carry the task that made them. */
const generatedLeaf: Leaf = (leaf, loc) => {
  extraForbidden(leaf, ['prop', 'by', 'da_task'], loc);
  oneOf(leaf, 'by', { loc, values: ['data-augmentation'] });
  const task = optionalText(leaf, 'da_task', loc);
  return { label: task ? `/g/da/${task}` : '/g/da' };
};

const paragraphLeaves: Leaves = {
  label: (leaf, loc) => ({ ...labelLeaf('l', leaf, { loc, members: ['labelset', 'label'] }), of: 'paragraph' }),
  kind: (leaf, loc) => ({ label: `/k/${oneOf(leaf, 'kind', { loc, values: paragraphKinds }).toLowerCase()}` }),
};

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

function dateLeaf(date: 'created' | 'modified', leaf: Record<string, unknown>, loc: readonly string[]): IndexFilter {
  const [since, until] = [instant(leaf, 'since', loc), instant(leaf, 'until', loc)];
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
): { readonly label: string } {
  const [first = '', ...rest] = members;
  const segments = [requiredText(leaf, first, loc)];
  for (const member of rest) {
    const value = optionalText(leaf, member, loc);
    if (value !== undefined) segments.push(value);
  }
  return { label: `/${prefix}/${segments.join('/')}` };
}

function requiredText(leaf: Record<string, unknown>, member: string, loc: readonly string[]): string {
  const value = leaf[member];
  if (typeof value !== 'string') throw wrongType([...loc, member], value, 'string');
  return value;
}

function optionalText(leaf: Record<string, unknown>, member: string, loc: readonly string[]): string | undefined {
  return leaf[member] === undefined || leaf[member] === null ? undefined : requiredText(leaf, member, loc);
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

function instant(leaf: Record<string, unknown>, member: string, loc: readonly string[]): number | undefined {
  const text = optionalText(leaf, member, loc);
  if (text === undefined) return undefined;
  const date = parseInstant(text);
  if (!date) throw wrongType([...loc, member], text, 'ISO 8601 date');
  return date.getTime();
}
