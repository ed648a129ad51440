import {
  type GraphQuery,
  type NodePattern,
  type PathPattern,
  type RelationPattern,
  type SimilarName,
  relationNodeTypes,
} from '@lectern/contracts/knowledge-box';
import { foldedValue } from '@lectern/resource-store';
import { FUZZY_CHARS_MIN, fuzzyPattern, fuzzyWordPattern, wordPattern, wordsOf } from './fuzzy-pattern';
import type { SqlParameters } from '@lectern/database';

/** An end of an edge, named like its columns. */
export type EdgeEnd = 'source' | 'target';

/** A condition on an edge `e`, and an expression for the score of matching edges. */
export interface EdgeCondition {
  readonly where: string;
  readonly score: string;
}

interface ComparedEnd {
  readonly end: EdgeEnd;
  /** Whether the end may be the edge's own resource. */
  readonly isPerhapsItself: boolean;
  readonly parameters: SqlParameters;
}

const PREFIX_SCORE = 0.8;
const EDIT_SCORE = 0.6;

/**
 * Compiles a query. An `all` scores as its worst part, an `any` as its best.
 *
 * @param ends the ends for `either`
 */
export function edgeCondition(query: GraphQuery, ends: readonly EdgeEnd[], parameters: SqlParameters): EdgeCondition {
  const compiled = (part: GraphQuery) => edgeCondition(part, ends, parameters);
  if ('all' in query) return all(query.all.map(compiled));
  if ('any' in query) return any(query.any.map(compiled));
  // A missing property compares as null, which `NOT` would not turn into true.
  if ('not' in query) return fulfilled(`(${compiled(query.not).where}) IS NOT TRUE`);
  if ('path' in query) return pathCondition(query.path, parameters);
  if ('relation' in query) return relationCondition(query.relation, parameters);
  if ('generatedBy' in query) return provenanceCondition(query, parameters);
  const { node, at } = query;
  if (at === 'source') return nodeCondition(node, 'source', parameters);
  if (at === 'destination') return nodeCondition(node, 'target', parameters);
  return any(ends.map((end) => nodeCondition(node, end, parameters)));
}

function pathCondition({ source, relation, destination, undirected }: PathPattern, parameters: SqlParameters) {
  const directed = (from: EdgeEnd, to: EdgeEnd) =>
    all([
      ...(source ? [nodeCondition(source, from, parameters)] : []),
      ...(relation ? [relationCondition(relation, parameters)] : []),
      ...(destination ? [nodeCondition(destination, to, parameters)] : []),
    ]);
  return undirected ? any([directed('source', 'target'), directed('target', 'source')]) : directed('source', 'target');
}

function relationCondition(
  { type, label, match, similar = [] }: RelationPattern,
  parameters: SqlParameters,
): EdgeCondition {
  return all([
    ...(type === undefined ? [] : [fulfilled(`e.relation = ${parameters.add(type)}`)]),
    ...(match === 'semantic' ? [similarCondition(similar, 'e.label', parameters)] : []),
    ...(label === undefined || match === 'semantic' ? [] : [fulfilled(`e.label = ${parameters.add(label)}`)]),
  ]);
}

function provenanceCondition(
  { generatedBy, taskPrefix }: { readonly generatedBy: string; readonly taskPrefix?: string },
  parameters: SqlParameters,
): EdgeCondition {
  const by = fulfilled(`e.provenance = ${parameters.add(generatedBy)}`);
  return taskPrefix === undefined ? by : all([by, fulfilled(`starts_with(e.task_id, ${parameters.add(taskPrefix)})`)]);
}

function nodeCondition(
  { type, group, value, match, similar = [] }: NodePattern,
  end: EdgeEnd,
  parameters: SqlParameters,
): EdgeCondition {
  // All types by name, so that the index by type and value can be used.
  const types = type === undefined ? relationNodeTypes : [type];
  const isPerhapsItself = end === 'source' && types.includes('resource');
  return all([
    fulfilled(`e.${end}_type = ANY(${parameters.add(types)})`),
    // Tells the planner that the index covers the condition; it lacks resources as sources of their own edges.
    ...(isPerhapsItself || end === 'target' ? [] : [fulfilled('e.source_folded IS NOT NULL')]),
    ...(group === undefined ? [] : [fulfilled(`e.${end}_group = ${parameters.add(group)}`)]),
    ...(match === 'semantic' ? [similarNodes(similar, { end, isPerhapsItself, parameters })] : []),
    ...(value === undefined || match === 'semantic'
      ? []
      : [valueCondition(foldedValue(value), match, { end, isPerhapsItself, parameters })]),
  ]);
}

function similarNodes(similar: readonly SimilarName[], { end, isPerhapsItself, parameters }: ComparedEnd) {
  const column = isPerhapsItself ? 'coalesce(e.source_folded, e.rid)' : `e.${end}_folded`;
  const folded = similar.map(({ value, score }) => ({ value: foldedValue(value), score }));
  return similarCondition(folded, column, parameters);
}

/** One of the names, scored by its similarity. */
function similarCondition(similar: readonly SimilarName[], column: string, parameters: SqlParameters): EdgeCondition {
  if (similar.length === 0) return fulfilled('FALSE');
  const names = `${parameters.add(similar.map(({ value }) => value))}::text[]`;
  const scores = `${parameters.add(similar.map(({ score }) => score))}::float8[]`;
  return { where: `${column} = ANY(${names})`, score: `(${scores})[array_position(${names}, ${column}::text)]` };
}

function valueCondition(
  folded: string,
  match: NodePattern['match'],
  { end, isPerhapsItself, parameters }: ComparedEnd,
): EdgeCondition {
  const column = isPerhapsItself ? 'coalesce(e.source_folded, e.rid)' : `e.${end}_folded`;
  const wanted = parameters.add(folded);
  const equal = isPerhapsItself
    ? `(e.source_folded = ${wanted} OR (e.source_folded IS NULL AND e.rid = ${wanted}))`
    : `${column} = ${wanted}`;
  if (match === 'exact' || [...folded].length < FUZZY_CHARS_MIN) return fulfilled(equal);
  if (match === 'fuzzy_words') return wordsCondition(wordsOf(folded), column, parameters);
  const begins = `starts_with(${column}, ${wanted})`;
  const halves = halvesSql(folded, column, { isAtStart: true, parameters });
  // CASE, because Postgres takes all functions for equally fast and would otherwise try the pattern first.
  const where = `CASE WHEN ${halves} THEN ${column} ~ ${parameters.add(fuzzyPattern(folded))} ELSE FALSE END`;
  return { where, score: `CASE WHEN ${equal} THEN 1 WHEN ${begins} THEN ${PREFIX_SCORE} ELSE ${EDIT_SCORE} END` };
}

/** Any of the words resembles a word of the value; more matching words score higher. */
function wordsCondition(words: readonly string[], column: string, parameters: SqlParameters): EdgeCondition {
  const each = words.map((word) => {
    const matches = (pattern: string) => `${column} ~ ${parameters.add(pattern)}`;
    const whole = matches(wordPattern(word, { isWhole: true }));
    if ([...word].length < FUZZY_CHARS_MIN) return { where: whole, score: `CASE WHEN ${whole} THEN 1 ELSE 0 END` };
    const begins = matches(wordPattern(word, { isWhole: false }));
    const halves = halvesSql(word, column, { isAtStart: false, parameters });
    const where = `CASE WHEN ${halves} THEN ${matches(fuzzyWordPattern(word))} ELSE FALSE END`;
    const prefix = `WHEN ${begins} THEN ${PREFIX_SCORE}`;
    return { where, score: `CASE WHEN ${whole} THEN 1 ${prefix} WHEN ${where} THEN ${EDIT_SCORE} ELSE 0 END` };
  });
  if (each.length === 0) return { where: 'FALSE', score: '0' };
  const score = `(${each.map((one) => one.score).join(' + ')})::float8 / ${each.length}`;
  return { where: `(${each.map(({ where }) => where).join(' OR ')})`, score };
}

/**
 * Text that survives one edit, namely one of its halves, checked without a regular expression so that few values need
 * one.
 */
function halvesSql(
  text: string,
  column: string,
  { isAtStart, parameters }: { readonly isAtStart: boolean; readonly parameters: SqlParameters },
): string {
  const letters = [...text];
  const middle = letters.length >> 1;
  const [left, right] = [letters.slice(0, middle), letters.slice(middle)].map((half) => parameters.add(half.join('')));
  if (!isAtStart) return `(strpos(${column}, ${left}) > 0 OR strpos(${column}, ${right}) > 0)`;
  const around = `substr(${column}, ${middle}, ${letters.length - middle + 2})`;
  return `(starts_with(${column}, ${left}) OR strpos(${around}, ${right}) > 0)`;
}

function fulfilled(where: string): EdgeCondition {
  return { where, score: '1' };
}

function all(parts: readonly EdgeCondition[]): EdgeCondition {
  if (parts.length === 0) return fulfilled('TRUE');
  const scores = [...new Set(parts.map(({ score }) => score))];
  const where = `(${parts.map((part) => part.where).join(' AND ')})`;
  return { where, score: scores.length === 1 ? String(scores[0]) : `least(${scores.join(', ')})` };
}

function any(parts: readonly EdgeCondition[]): EdgeCondition {
  const where = `(${parts.map((part) => part.where).join(' OR ')})`;
  if (parts.every(({ score }) => score === '1')) return fulfilled(where);
  const scores = parts.map((part) => `CASE WHEN ${part.where} THEN ${part.score} ELSE 0 END`);
  return { where, score: scores.length === 1 ? String(scores[0]) : `greatest(${scores.join(', ')})` };
}
