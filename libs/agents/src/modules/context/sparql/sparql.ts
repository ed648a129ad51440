import type { SparqlConfig, SparqlModuleConfig } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import type { ContextType, Found, FoundContext, ModuleFunction, ModuleRun } from '../../../engine/module-run';
import { textContext } from '../../text-context';
import { type GraphSchema, graphSchema, schemaNames, schemaText } from './graph-schema';
import { checkedQuery } from './query-check';
import { type GraphResult, queryGraph } from './sparql-endpoint';
import { sparqlTemplate } from './template-query';
import { type FailedQuery, writtenSparql } from './written-query';

const QUESTION_CHARS_MAX = 20_000;
const RESULT_CHARS_MAX = 200_000;
const NO_SCHEMA: GraphSchema = { classes: [], properties: [] };

/** Answers from a graph: a model writes the query, or a template does where the question names what the graph has. */
export const sparql: ContextType<SparqlModuleConfig> = {
  name: 'sparql',
  title: 'Query a graph',
  description: 'Answers from a graph that is queried with SPARQL. Queries only read.',
  run: (config, question, run) => searchedGraph(config, question.text, run),
  functions: (config) => [askFunction(config), queryFunction(config), schemaFunction(config)],
};

async function searchedGraph(config: SparqlModuleConfig, question: string, run: ModuleRun): Promise<Found> {
  const settings = await run.sources.settings(config.source, 'sparql');
  const isPrompted = await run.models.followsPrompts(config.conversion_model);
  const schema = isPrompted ? await knownSchema(settings, run) : await graphSchema(settings, run);
  if (isPrompted) return searchedByModel(config, { settings, schema, question }, run);
  const query = sparqlTemplate(question, schema, config.top_k);
  if (query === undefined) {
    const names = schemaNames(schema).join(', ') || 'nothing';
    const reason = `No language model writes queries, and the question names nothing that the graph has: ${names}`;
    return { contexts: [], missing: question, value: 'No query', reason: reason.slice(0, 2_000) };
  }
  const result = await queryGraph(settings, { query, rowsMax: config.top_k }, run);
  return foundIn(config, query, result);
}

/** A model can write a query although the graph does not show what it is made of. */
async function knownSchema(settings: SparqlConfig, run: ModuleRun): Promise<GraphSchema> {
  try {
    return await graphSchema(settings, run);
  } catch (error) {
    run.signal.throwIfAborted();
    if (error instanceof AppError && (error.code === 'deadline_exceeded' || error.code === 'too_large'))
      return NO_SCHEMA;
    throw error;
  }
}

interface Asked {
  readonly settings: SparqlConfig;
  readonly schema: GraphSchema;
  readonly question: string;
}

/** The model sees why a query failed, and writes another. */
async function searchedByModel(
  config: SparqlModuleConfig,
  { settings, schema, question }: Asked,
  run: ModuleRun,
): Promise<Found> {
  const failed: FailedQuery[] = [];
  const graph = schemaText(schema);
  while (failed.length <= config.retries) {
    const query = await writtenSparql(config, { question, graph, failed }, run);
    if (query === undefined)
      return {
        contexts: [],
        missing: question,
        value: 'No query',
        reason: 'The model finds no query for the question',
      };
    const outcome = await ran(config, { settings, query }, run);
    if ('result' in outcome) {
      const { query: sent, result } = outcome;
      return {
        ...foundIn(config, sent, result),
        ...(failed.length > 0 && { reason: `After ${failed.length} failures` }),
      };
    }
    failed.push({ query, problem: outcome.problem });
  }
  const last = failed.at(-1)?.problem ?? '';
  throw new AppError('invalid_request', `No query worked in ${failed.length} attempts; the last one: ${last}`);
}

/** Checks a query and sends it. @throws AppError of the server, except for a query that it refuses */
async function ran(
  { top_k: rowsMax, graphs }: SparqlModuleConfig,
  { settings, query: given }: { readonly settings: SparqlConfig; readonly query: string },
  run: ModuleRun,
): Promise<{ readonly query: string; readonly result: GraphResult } | { readonly problem: string }> {
  const { signal, facts } = run;
  const verdict = await checkedQuery({ query: given, rowsMax, graphs }, { owner: facts.agent.id, signal });
  if ('problem' in verdict) return verdict;
  const { query } = verdict;
  try {
    return { query, result: await queryGraph(settings, { query, rowsMax }, run) };
  } catch (error) {
    signal.throwIfAborted();
    const isOfQuery = error instanceof AppError && /^(invalid_request|deadline_exceeded|too_large)$/.test(error.code);
    if (isOfQuery) return { problem: error.message };
    throw error;
  }
}

/** The rows as a table, which models and charts read, and as objects. */
function foundIn({ source, title }: SparqlModuleConfig, query: string, { columns, rows }: GraphResult): Found {
  const value = `${rows.length} rows`;
  const metadata = { query };
  if (rows.length === 0) return { contexts: [], value, metadata };
  const cell = (text: string) => text.replace(/[|\n\r]+/g, ' ');
  const lines = [columns, columns.map(() => '---'), ...rows.map((row) => columns.map((name) => cell(row[name] ?? '')))];
  const table = lines
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
    .slice(0, RESULT_CHARS_MAX);
  const chunk = textContext({ id: 'result', text: table, title: title === 'agent' ? source : title });
  const context: FoundContext = { source, chunks: [chunk], json_objects: [rows] };
  return { contexts: [context], value, metadata };
}

const textArgument = (name: string) => ({
  type: 'object',
  properties: { [name]: { type: 'string', minLength: 1, maxLength: QUESTION_CHARS_MAX } },
  required: [name],
  additionalProperties: false,
});

function askFunction(config: SparqlModuleConfig): ModuleFunction {
  return {
    name: 'sparql_ask',
    description: `Answers a question from a graph. ${config.description ?? ''}`.trim(),
    parameters: textArgument('question'),
    run: async ({ question }, _asked, run) => {
      const { contexts, reason } = await searchedGraph(config, String(question), run);
      const items = contexts.flatMap(({ chunks }) => chunks.map(({ text }) => text));
      return { items: items.length > 0 || !reason ? items : [reason], contexts };
    },
  };
}

function queryFunction(config: SparqlModuleConfig): ModuleFunction {
  return {
    name: 'sparql_query',
    description: 'Runs a SPARQL query that reads, SELECT or ASK, on a graph.',
    parameters: textArgument('query'),
    run: async ({ query }, _asked, run) => {
      const settings = await run.sources.settings(config.source, 'sparql');
      const outcome = await ran(config, { settings, query: String(query) }, run);
      if ('problem' in outcome) throw new AppError('invalid_request', outcome.problem);
      const { contexts } = foundIn(config, outcome.query, outcome.result);
      return { items: contexts.flatMap(({ chunks }) => chunks.map(({ text }) => text)), contexts };
    },
  };
}

function schemaFunction(config: SparqlModuleConfig): ModuleFunction {
  return {
    name: 'sparql_schema',
    description: 'Returns the classes and properties of a graph, with examples of values.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    run: async (_given, _asked, run) => {
      const text = schemaText(await graphSchema(await run.sources.settings(config.source, 'sparql'), run));
      return { items: text === '' ? [] : [text], contexts: [] };
    },
  };
}
