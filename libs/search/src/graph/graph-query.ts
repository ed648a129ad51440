import { isObject } from '@lectern/contracts/core';
import {
  edgeProvenances,
  type GraphQuery,
  type NodePattern,
  type PathPattern,
  relationNodeTypes,
  type RelationPattern,
  relationTypes,
} from '@lectern/contracts/knowledge-box';
import { expressionPart, extraForbidden, unknownFilterTag, wrongType } from '@lectern/filters';

/** The kind of result of a graph query. */
export type GraphTarget = 'paths' | 'nodes' | 'relations';

type Leaf = (leaf: Record<string, unknown>, loc: readonly string[]) => GraphQuery;

const DEPTH_MAX = 32;
const FUZZY_CHARS_MIN = 3;
const NODE_MEMBERS = ['value', 'match', 'type', 'group'];
const RELATION_MEMBERS = ['label', 'type', 'match'];

/**
 * Parses the graph query of a request.
 *
 * @param root its location in the request
 * @throws AppError `invalid_request` naming the location
 */
export function parseGraphQuery(query: unknown, target: GraphTarget, root: readonly string[]): GraphQuery {
  return parseNode(query, { leaves: leavesOf[target], depth: 0 }, root);
}

function parseNode(
  query: unknown,
  { leaves, depth }: { readonly leaves: Readonly<Record<string, Leaf>>; readonly depth: number },
  loc: readonly string[],
): GraphQuery {
  if (depth > DEPTH_MAX) throw wrongType(loc, query, `query of at most ${DEPTH_MAX} levels`);
  const part = expressionPart(query, loc);
  const below = { leaves, depth: depth + 1 };
  if ('operand' in part) return { not: parseNode(part.operand.value, below, part.operand.loc) };
  if ('operands' in part) {
    const parsed = part.operands.map((operand) => parseNode(operand.value, below, operand.loc));
    return part.operator === 'and' ? { all: parsed } : { any: parsed };
  }
  const { condition } = part;
  const { prop } = condition;
  const leaf = typeof prop === 'string' && Object.hasOwn(leaves, prop) ? leaves[prop] : undefined;
  if (!leaf) throw unknownFilterTag(loc, query, ['and', 'or', 'not', ...Object.keys(leaves)]);
  return leaf(condition, loc);
}

const node =
  (at: 'source' | 'destination' | 'either'): Leaf =>
  (leaf, loc) => {
    extraForbidden(leaf, ['prop', ...NODE_MEMBERS], loc);
    return { node: nodePattern(leaf, loc), at };
  };

const relation: Leaf = (leaf, loc) => {
  extraForbidden(leaf, ['prop', ...RELATION_MEMBERS], loc);
  return { relation: relationPattern(leaf, loc) };
};

const generated: Leaf = (leaf, loc) => {
  extraForbidden(leaf, ['prop', 'by', 'da_task'], loc);
  const generatedBy = chosenValue(leaf.by, edgeProvenances, [...loc, 'by']);
  const taskPrefix = optionalText(leaf, 'da_task', loc);
  if (taskPrefix !== undefined && generatedBy !== 'data-augmentation')
    throw wrongType([...loc, 'da_task'], taskPrefix, "member only when 'by' is 'data-augmentation'");
  return { generatedBy, ...(taskPrefix !== undefined && { taskPrefix }) };
};

const leavesOf: Readonly<Record<GraphTarget, Readonly<Record<string, Leaf>>>> = {
  paths: {
    path: (leaf, loc) => ({ path: pathPattern(leaf, loc) }),
    source_node: node('source'),
    destination_node: node('destination'),
    node: node('either'),
    relation,
    generated,
  },
  nodes: { node: node('either'), generated },
  relations: { relation, generated },
};

function pathPattern(leaf: Record<string, unknown>, loc: readonly string[]): PathPattern {
  extraForbidden(leaf, ['prop', 'source', 'relation', 'destination', 'undirected'], loc);
  const { undirected = false } = leaf;
  if (typeof undirected !== 'boolean') throw wrongType([...loc, 'undirected'], undirected, 'boolean');
  const part = <T>(member: string, { members, pattern }: PatternReader<T>): T | undefined => {
    const value = leaf[member];
    if (value === undefined || value === null) return undefined;
    if (!isObject(value)) throw wrongType([...loc, member], value, 'object');
    extraForbidden(value, ['prop', ...members], [...loc, member]);
    return pattern(value, [...loc, member]);
  };
  return {
    source: part('source', { members: NODE_MEMBERS, pattern: nodePattern }),
    relation: part('relation', { members: RELATION_MEMBERS, pattern: relationPattern }),
    destination: part('destination', { members: NODE_MEMBERS, pattern: nodePattern }),
    undirected,
  };
}

interface PatternReader<T> {
  readonly members: readonly string[];
  readonly pattern: (value: Record<string, unknown>, loc: readonly string[]) => T;
}

function nodePattern(from: Record<string, unknown>, loc: readonly string[]): NodePattern {
  const [value, group] = [optionalText(from, 'value', loc), optionalText(from, 'group', loc)];
  const match = chosenValue(from.match ?? 'exact', ['exact', 'fuzzy', 'fuzzy_words', 'semantic'] as const, [
    ...loc,
    'match',
  ]);
  if (match === 'semantic' && !value?.trim())
    throw wrongType([...loc, 'value'], value, 'string that is not empty for a semantic match');
  if (match !== 'exact' && match !== 'semantic' && [...(value ?? '')].length < FUZZY_CHARS_MIN)
    throw wrongType([...loc, 'value'], value, `string of at least ${FUZZY_CHARS_MIN} characters for a fuzzy match`);
  const type = from.type === undefined ? 'entity' : from.type;
  return {
    match,
    ...(type !== null && { type: chosenValue(type, relationNodeTypes, [...loc, 'type']) }),
    ...(value !== undefined && { value }),
    ...(group !== undefined && { group }),
  };
}

function relationPattern(from: Record<string, unknown>, loc: readonly string[]): RelationPattern {
  const label = optionalText(from, 'label', loc);
  const match = chosenValue(from.match ?? 'exact', ['exact', 'semantic'] as const, [...loc, 'match']);
  if (match === 'semantic' && !label?.trim())
    throw wrongType([...loc, 'label'], label, 'string that is not empty for a semantic match');
  const { type } = from;
  return {
    ...(match === 'semantic' && { match }),
    ...(label !== undefined && { label }),
    ...(type !== undefined && type !== null && { type: chosenValue(type, relationTypes, [...loc, 'type']) }),
  };
}

function optionalText(from: Record<string, unknown>, member: string, loc: readonly string[]): string | undefined {
  const value = from[member];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw wrongType([...loc, member], value, 'string');
  return value;
}

function chosenValue<T extends string>(value: unknown, values: readonly T[], loc: readonly string[]): T {
  const found = values.find((one) => one === value);
  if (found === undefined) throw wrongType(loc, value, `one of ${values.join(', ')}`);
  return found;
}
