import { QUERY_LIMITS } from '../sql-database';
import { type QueryBounds, QueryError, type QueryRows } from '../session/sql-session';
import { StatementProblem } from '../statement/statement-problem';
import { namesInCypher } from './cypher-statement';
import type { GraphSession } from './graph-session';

const STATEMENT_CHARS_MAX = 20_000;
const LOOKED_AT_MAX = 1_000;
const LABELS_MAX = 200;
const SCHEMA_BOUNDS = { rowsMax: 2_000, bytesMax: 4 * 1024 ** 2, timeoutMs: 15_000 };

/** Labels and types of relationships that may be named. */
export interface TypeChoice {
  /** All when empty. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Nodes of a label. */
export interface LabelInfo {
  readonly label: string;
  /** Properties, each with some values where they were wanted. */
  readonly properties: readonly { readonly name: string; readonly examples: readonly string[] }[];
}

/** What is in a graph, by its first nodes and relationships. */
export interface GraphSchema {
  readonly labels: readonly LabelInfo[];
  /** As `(:Person)-[:KNOWS]->(:Person)`, with the type. */
  readonly relationships: readonly { readonly type: string; readonly pattern: string }[];
}

/** How a graph is reached. */
export interface GraphAccess {
  readonly signal: AbortSignal;
  readonly use: <T>(work: (session: GraphSession) => Promise<T>) => Promise<T>;
  readonly cached: () => GraphSchema | undefined;
  readonly keep: (schema: GraphSchema) => void;
}

/** A graph database of somebody else, which is only read. */
export class GraphDatabase {
  constructor(private readonly access: GraphAccess) {}

  /**
   * Checks a foreign query, and runs it in a session that only reads.
   *
   * @throws QueryError for a query that is refused, here or by the database
   * @throws AppError `deadline_exceeded`, `too_large`, `unavailable`, `rate_limited`, `cancelled`
   */
  async query(statement: string, choice: TypeChoice, bounds: Partial<QueryBounds> = {}): Promise<QueryRows> {
    const { use, signal } = this.access;
    for (const name of namesOf(statement))
      if (!isChosen(name, choice)) throw new QueryError(`${name} is not allowed`, false);
    const text = statement.replace(/[\s;]+$/, '');
    return use((session) => session.query(text, { ...QUERY_LIMITS, ...bounds, signal }));
  }

  /** @throws AppError as `query` does */
  async schema(choice: TypeChoice): Promise<GraphSchema> {
    const { cached, keep } = this.access;
    const known = cached() ?? (await this.read());
    keep(known);
    return {
      labels: known.labels.filter(({ label }) => isChosen(label, choice)),
      relationships: known.relationships.filter(({ type }) => isChosen(type, choice)),
    };
  }

  private read(): Promise<GraphSchema> {
    const { use, signal } = this.access;
    const bounds = { ...SCHEMA_BOUNDS, signal };
    return use(async (session) => {
      const nodes = await session.query(
        `MATCH (n) WITH n LIMIT ${LOOKED_AT_MAX} UNWIND labels(n) AS label UNWIND keys(n) AS key ` +
          'WITH label, key, collect(DISTINCT n[key])[..3] AS examples RETURN label, key, examples ORDER BY label, key',
        bounds,
      );
      const links = await session.query(
        `MATCH (a)-[r]->(b) WITH a, r, b LIMIT ${LOOKED_AT_MAX} ` +
          'RETURN DISTINCT head(labels(a)), type(r), head(labels(b))',
        bounds,
      );
      return { labels: labelsOf(nodes), relationships: relationshipsOf(links) };
    });
  }
}

function namesOf(statement: string): ReadonlySet<string> {
  if (statement.length > STATEMENT_CHARS_MAX)
    throw new QueryError(`A statement has at most ${STATEMENT_CHARS_MAX} characters`, false);
  try {
    return namesInCypher(statement);
  } catch (error) {
    if (error instanceof StatementProblem) throw new QueryError(error.message, false);
    throw error;
  }
}

function isChosen(name: string, { include, exclude }: TypeChoice): boolean {
  return !exclude.includes(name) && (include.length === 0 || include.includes(name));
}

function labelsOf({ rows }: QueryRows): readonly LabelInfo[] {
  const labels = new Map<string, { readonly name: string; readonly examples: readonly string[] }[]>();
  for (const [label, key, examples] of rows) {
    const known = labels.get(String(label)) ?? [];
    labels.set(String(label), known);
    known.push({ name: String(key), examples: textsIn(examples) });
  }
  return [...labels].slice(0, LABELS_MAX).map(([label, properties]) => ({ label, properties }));
}

function textsIn(json: unknown): readonly string[] {
  const list: unknown = typeof json === 'string' ? JSON.parse(json) : [];
  return Array.isArray(list) ? list.map((one) => String(one).slice(0, 100)) : [];
}

function relationshipsOf({ rows }: QueryRows): GraphSchema['relationships'] {
  return rows
    .slice(0, LABELS_MAX)
    .map(([from, type, to]) => ({ type: String(type), pattern: `(:${from ?? ''})-[:${type}]->(:${to ?? ''})` }));
}
