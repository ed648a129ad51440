import { createHash } from 'node:crypto';
import type { SparqlConfig } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import { LRUCache } from 'lru-cache';
import type { ModuleRun } from '../../../engine/module-run';
import { type GraphRow, queryGraph } from './sparql-endpoint';

const CLASSES_MAX = 40;
const PROPERTIES_MAX = 200;
const SAMPLES_MAX = 2;
const SAMPLE_CHARS_MAX = 80;
const TEXT_CHARS_MAX = 30_000;
const KNOWN_MAX = 200;
const TTL_MS = 10 * 60_000;
const LABEL = 'http://www.w3.org/2000/01/rdf-schema#label';

/** A class or a property of a graph. */
export interface GraphTerm {
  readonly iri: string;
  /** Its label in the graph, or the last part of its IRI. */
  readonly name: string;
  /** How often it is used. */
  readonly count: number;
}

/** A property as instances of a class have it. */
export interface GraphProperty extends GraphTerm {
  /** IRI of the class. */
  readonly of: string;
  /** A value. */
  readonly sample: string;
}

/** What a graph is made of, most frequent first. */
export interface GraphSchema {
  readonly classes: readonly GraphTerm[];
  readonly properties: readonly GraphProperty[];
}

const CLASSES = `SELECT ?c (COUNT(?s) AS ?n) (SAMPLE(?label) AS ?l) WHERE { ?s a ?c .
  OPTIONAL { ?c <${LABEL}> ?label } } GROUP BY ?c ORDER BY DESC(?n) LIMIT ${CLASSES_MAX}`;
const PROPERTIES = `SELECT ?c ?p (COUNT(?o) AS ?n) (SAMPLE(?o) AS ?v) (SAMPLE(?label) AS ?l) WHERE { ?s a ?c ; ?p ?o .
  OPTIONAL { ?p <${LABEL}> ?label } } GROUP BY ?c ?p ORDER BY DESC(?n) LIMIT ${PROPERTIES_MAX}`;

/** Schemas by agent and driver. */
const known = new LRUCache<string, GraphSchema>({ max: KNOWN_MAX, ttl: TTL_MS });

/** The classes and properties of a graph, at most ten minutes old. @throws AppError as `queryGraph` does */
export async function graphSchema(config: SparqlConfig, run: ModuleRun): Promise<GraphSchema> {
  const key = createHash('sha256')
    .update(JSON.stringify([run.facts.agent.id, config]))
    .digest('hex');
  const before = known.get(key);
  if (before) return before;
  const [classes, properties] = await Promise.all([
    queryGraph(config, { query: CLASSES, rowsMax: CLASSES_MAX }, run),
    // A large graph may take too long for them: then queries know the classes only.
    queryGraph(config, { query: PROPERTIES, rowsMax: PROPERTIES_MAX }, run).catch((error: unknown) => {
      if (error instanceof AppError && error.code !== 'cancelled') return { columns: [], rows: [] };
      throw error;
    }),
  ]);
  const schema = {
    classes: classes.rows.flatMap((row) => termIn(row, 'c')),
    properties: properties.rows.flatMap((row) =>
      termIn(row, 'p').map((term) => ({ ...term, of: row['c'] ?? '', sample: row['v'] ?? '' })),
    ),
  };
  known.set(key, schema);
  return schema;
}

/** The schema as a text for models. */
export function schemaText({ classes, properties }: GraphSchema): string {
  const lines = classes.map(({ iri, name, count }) => {
    const own = properties.filter(({ of }) => of === iri);
    const values = own.map((one) => `  <${one.iri}> (${one.name}, ${one.count} values, such as ${sampleOf(one)})`);
    return [`Class <${iri}> (${name}, ${count} instances)`, ...values].join('\n');
  });
  return lines.join('\n').slice(0, TEXT_CHARS_MAX);
}

/** Names of what the graph has, for people. */
export function schemaNames({ classes, properties }: GraphSchema): readonly string[] {
  return [...new Set([...classes, ...properties].map(({ name }) => name))].slice(0, CLASSES_MAX * SAMPLES_MAX);
}

function sampleOf({ sample }: GraphProperty): string {
  return JSON.stringify(sample.slice(0, SAMPLE_CHARS_MAX));
}

function termIn(row: GraphRow, column: string): GraphTerm[] {
  const iri = row[column] ?? '';
  // Blank nodes have no names, and other signs would end the IRI in a query.
  if (!/^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i.test(iri) || iri.startsWith('_:')) return [];
  return [{ iri, name: row['l'] || localName(iri), count: Number(row['n'] ?? 0) || 0 }];
}

/** `https://a.example/zoo#hasKeeper` is `has Keeper`. */
function localName(iri: string): string {
  const [, last = iri] = /[#/:]([^#/:]+)[#/]?$/.exec(iri) ?? [];
  return last.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').replace(/[_-]+/g, ' ');
}
