import { Parser } from '@traqula/parser-sparql-1-1';
import { AstFactory } from '@traqula/rules-sparql-1-1';
import { isObject } from '@lectern/contracts/core';
import { objectAt } from '../../provider-api/foreign-json';

const QUERY_CHARS_MAX = 8_000;
const PROBLEM_CHARS_MAX = 300;
/** Functions beside those of SPARQL: casts, and those on dates, numbers and places. Others may do anything. */
const harmlessFunctions = [
  'http://www.w3.org/2001/XMLSchema#',
  'http://www.w3.org/2005/xpath-functions',
  'http://www.opengis.net/def/function/geosparql/',
];

/** A query to check. */
export interface QueryToCheck {
  readonly query: string;
  /** Most rows of its result. */
  readonly rowsMax: number;
  /** Graphs that it may name. */
  readonly graphs: readonly string[];
}

/** The query as it may be sent, or why it may not. */
export type QueryVerdict = { readonly query: string; readonly isAsk: boolean } | { readonly problem: string };

type Node = Readonly<Record<string, unknown>>;

const parser = new Parser({ defaultContext: { astFactory: new AstFactory({ tracksSourceLocation: true }) } });

/**
 * Checks that a query only reads from one server: SELECT or ASK, without SERVICE, without graphs that are not allowed,
 * and without functions of the server's own. A SELECT gets a LIMIT.
 *
 * Takes long for some texts: call it only where it can be terminated.
 */
export function readQuery({ query: given, rowsMax, graphs }: QueryToCheck): QueryVerdict {
  const query = given.trim().replace(/\r\n?/g, '\n');
  if (query.length > QUERY_CHARS_MAX) return { problem: `A query has at most ${QUERY_CHARS_MAX} characters` };
  // Servers read escapes before the grammar, where they may end texts and names.
  if (/\\u/i.test(query)) return { problem: 'Write characters themselves, not as \\u escapes' };
  if (/[^\P{Cc}\n\t]/u.test(query)) return { problem: 'The query has control characters' };
  const parsed = parsedQuery(query);
  if (typeof parsed === 'string') return { problem: parsed };
  const { type, subType, context } = parsed;
  if (type !== 'query') return { problem: 'Only queries that read are possible: SELECT or ASK' };
  if (subType !== 'select' && subType !== 'ask')
    return { problem: 'CONSTRUCT and DESCRIBE are not possible: use SELECT or ASK' };
  const prefixes = prefixesIn(context);
  if (!prefixes) return { problem: 'BASE is not possible: write whole IRIs, or prefixes' };
  const problem = problemIn(parsed, prefixes, new Set(graphs));
  if (problem !== undefined) return { problem };
  return subType === 'ask' ? { query, isAsk: true } : limited(query, parsed, rowsMax);
}

/** The query as a tree, or why it is none. */
function parsedQuery(query: string): Node | string {
  try {
    const parsed: unknown = parser.parse(query);
    return isObject(parsed) ? parsed : 'The query is empty';
  } catch (error) {
    const message = error instanceof Error ? error.message : 'not understood';
    return `This is no SPARQL 1.1 query: ${message}`.slice(0, PROBLEM_CHARS_MAX);
  }
}

/** Prefixes with their namespaces; undefined with a BASE. */
function prefixesIn(context: unknown): ReadonlyMap<string, string> | undefined {
  const prefixes = new Map<string, string>();
  for (const definition of Array.isArray(context) ? context.filter(isObject) : []) {
    if (definition['subType'] !== 'prefix') return undefined;
    prefixes.set(String(definition['key']), String(objectAt(definition, 'value')['value']));
  }
  return prefixes;
}

/** The first thing in a query that it may not do. */
function problemIn(query: Node, prefixes: ReadonlyMap<string, string>, graphs: ReadonlySet<string>) {
  const open: unknown[] = [query];
  while (open.length > 0) {
    const node = open.pop();
    if (Array.isArray(node)) {
      for (const one of node) open.push(one);
      continue;
    }
    if (!isObject(node)) continue;
    const problem = problemOfNode(node, prefixes, graphs);
    if (problem !== undefined) return problem;
    for (const [name, one] of Object.entries(node)) if (name !== 'loc') open.push(one);
  }
  return undefined;
}

function problemOfNode(node: Node, prefixes: ReadonlyMap<string, string>, graphs: ReadonlySet<string>) {
  const { type, subType } = node;
  if (type === 'update') return 'Only queries that read are possible';
  if (subType === 'service') return 'SERVICE is not possible: a query reads from one server only';
  if (subType === 'functionCall') {
    const name = iriOf(node['function'], prefixes);
    return harmlessFunctions.some((one) => name.startsWith(one)) ? undefined : `The function <${name}> is not possible`;
  }
  if (type === 'datasetClauses') {
    const clauses = Array.isArray(node['clauses']) ? node['clauses'].filter(isObject) : [];
    const foreign = clauses.map(({ value }) => iriOf(value, prefixes)).find((iri) => !graphs.has(iri));
    return foreign === undefined ? undefined : `The graph <${foreign}> is not one of the graphs of the module`;
  }
  if (subType === 'graph' && isObject(node['name']) && node['name']['subType'] === 'namedNode') {
    const iri = iriOf(node['name'], prefixes);
    return graphs.has(iri) ? undefined : `The graph <${iri}> is not one of the graphs of the module`;
  }
  if (subType === 'namedNode') {
    const iri = iriOf(node, prefixes);
    // Servers call classes and read files by such names.
    if (/^(java|javascript|file|jar|bif|sql):/i.test(iri)) return `The name <${iri}> is not possible`;
  }
  return undefined;
}

function iriOf(term: unknown, prefixes: ReadonlyMap<string, string>): string {
  const { value, prefix } = objectAt(term);
  return `${prefix === undefined ? '' : (prefixes.get(String(prefix)) ?? '')}${String(value)}`;
}

/** With a LIMIT where it has none. */
function limited(query: string, { solutionModifiers, values }: Node, rowsMax: number): QueryVerdict {
  const { limit } = objectAt(solutionModifiers, 'limitOffset');
  if (typeof limit === 'number')
    return limit <= rowsMax ? { query, isAsk: false } : { problem: `LIMIT must be at most ${rowsMax}` };
  const { start } = objectAt(values, 'loc');
  const at = typeof start === 'number' ? start : query.length;
  // On a line of its own, so that no comment contains it.
  return { query: `${query.slice(0, at)}\nLIMIT ${rowsMax}\n${query.slice(at)}`.trim(), isAsk: false };
}
