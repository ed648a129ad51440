import type { CypherModuleConfig } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import { type GraphSchema, QueryError, type QueryRows, STATEMENT_CHARS_MAX } from '@lectern/foreign-databases';
import type { ContextType, Found, FunctionResult, ModuleRun, Question } from '../../../engine/module-run';
import { queryContext, rowObjects, rowsFound, shortened } from '../../query/query-context';
import { writtenQuery } from '../../query/written-query';
import { graphTemplate } from './graph-template';

const QUESTION_CHARS_MAX = 20_000;
const CELL_CHARS_MAX = 2_000;
const RETRIES = 3;
const TIMEOUT_S_MAX = 60;
const question = { type: 'string', minLength: 1, maxLength: QUESTION_CHARS_MAX };
const statement = { type: 'string', minLength: 1, maxLength: STATEMENT_CHARS_MAX };

/** A model writes a query in Cypher; without one, a rule does. Both are checked, and run in a read-only session. */
export const cypher: ContextType<CypherModuleConfig> = {
  name: 'cypher',
  title: 'Ask a graph database',
  description: 'Answers from a graph database that speaks Bolt, such as Neo4j, with queries that only read.',
  run: (config, asked, run) => askGraph(config, asked, run),
  functions: (config) => [
    {
      name: 'ask_graph',
      description: 'Answers a question from a graph database.',
      parameters: { type: 'object', properties: { question }, required: ['question'], additionalProperties: false },
      run: async (given, asked, run) => {
        const { contexts, reason } = await askGraph(config, { ...asked, text: String(given['question']) }, run);
        const items = contexts.flatMap(({ chunks }) => chunks.map(({ text }) => text));
        return { items: items.length > 0 ? items : [reason ?? 'Nothing was found'], contexts };
      },
    },
    {
      name: 'query_graph',
      description: 'Runs one query in Cypher that was written with what describe_graph returned.',
      parameters: { type: 'object', properties: { statement }, required: ['statement'], additionalProperties: false },
      run: (given, _asked, run) => runStatement(config, String(given['statement']), run),
    },
    {
      name: 'describe_graph',
      description: 'Lists labels with their properties, and relationships between them.',
      parameters: { type: 'object', properties: {}, additionalProperties: false },
      run: async (_given, _asked, run) => {
        const graph = await openGraph(config, run);
        return { items: Object.values(await graph.notes()), contexts: [] };
      },
    },
  ],
};

/** @throws AppError `not_found`, `invalid_request` */
async function openGraph(config: CypherModuleConfig, { sources, databases, facts, signal }: ModuleRun) {
  const settings = await sources.settings(config.source, 'cypher');
  const { url, username, password, database: name, timeout, enhanced_schema: hasExamples } = settings;
  if (Object.keys(settings.config).length > 0)
    throw new AppError('invalid_request', `The driver ${config.source} has options in config, which are not supported`);
  const database = databases.graph({ url, username, password, database: name }, { owner: facts.agent.id, signal });
  const choice = { include: config.include_types, exclude: config.exclude_types };
  const timeoutMs = Math.min(timeout || TIMEOUT_S_MAX, TIMEOUT_S_MAX) * 1_000;
  const bounds = { rowsMax: config.top_k, timeoutMs };
  return {
    schema: () => database.schema(choice),
    notes: async () => notesOf(await database.schema(choice), hasExamples),
    query: async (text: string) => shortened(await database.query(text, choice, bounds), CELL_CHARS_MAX),
  };
}

async function askGraph(config: CypherModuleConfig, asked: Question, run: ModuleRun): Promise<Found> {
  const graph = await openGraph(config, run);
  if (!(await run.models.followsPrompts(config.model))) {
    const text = graphTemplate(asked.text, await graph.schema(), config.top_k);
    if (text === undefined)
      return {
        contexts: [],
        value: `No rows from ${config.source}`,
        reason: 'The model follows no prompts, and the question names no label of the database',
      };
    const made = { statement: text, result: await graph.query(text).catch(refusedDriver) };
    return { ...foundBy(made, config), reason: 'The model follows no prompts: a rule made the query' };
  }
  const { notes, query } = graph;
  const task = { language: 'Cypher', question: asked, model: config.model, retries: RETRIES, notes, query };
  const { made, attempts, problem } = await writtenQuery(task, run);
  if (made) return foundBy(made, config, attempts);
  const reason =
    problem === undefined
      ? 'The model says that the database does not answer the question'
      : `No query of the model could be run: ${problem}`;
  return { contexts: [], value: `No rows from ${config.source}`, reason, metadata: { attempts } };
}

function foundBy(
  made: { readonly statement: string; readonly result: QueryRows },
  { source, title }: CypherModuleConfig,
  attempts = 1,
): Found {
  const found = queryContext(made, { source, title: title === 'agent' ? source : title });
  const metadata = { statement: made.statement, attempts, rows: made.result.rows.length };
  return { contexts: found ? [found] : [], value: `${rowsFound(made.result)} from ${source}`, metadata };
}

async function runStatement(config: CypherModuleConfig, text: string, run: ModuleRun): Promise<FunctionResult> {
  const graph = await openGraph(config, run);
  const result = await graph.query(text).catch(refusedDriver);
  const { contexts } = foundBy({ statement: text, result }, config);
  return { items: [...rowObjects(result), ...(result.hasMore ? ['(There are more rows.)'] : [])], contexts };
}

function refusedDriver(error: unknown): never {
  if (!(error instanceof QueryError)) throw error;
  throw new AppError('invalid_request', `The database refusedDriver the query: ${error.message}`);
}

function notesOf({ labels, relationships }: GraphSchema, hasExamples: boolean): Readonly<Record<string, string>> {
  const nodes = labels.map(({ label, properties }) => {
    const texts = properties.map(({ name, examples }) =>
      hasExamples && examples.length > 0 ? `${name} (such as ${examples.join(', ')})` : name,
    );
    return `(:${label}) with ${texts.join(', ')}`;
  });
  return { nodes: nodes.join('\n'), relationships: relationships.map(({ pattern }) => pattern).join('\n') };
}
