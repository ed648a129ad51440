import type { SqlModuleConfig } from '@lectern/contracts/agents';
import { QueryError, type QueryRows, STATEMENT_CHARS_MAX } from '@lectern/foreign-databases';
import { AppError } from '@lectern/contracts/core';
import type { ContextType, Found, FunctionResult, ModuleRun, Question } from '../../../engine/module-run';
import { queryContext, rowObjects, rowsFound } from '../../query/query-context';
import { type WrittenQuery, writtenQuery } from '../../query/written-query';
import { tablesOfQuestion } from './named-things';
import { OpenedDatabase } from './opened-database';
import { templateQuery } from './template-query';

const QUESTION_CHARS_MAX = 20_000;
const question = { type: 'string', minLength: 1, maxLength: QUESTION_CHARS_MAX };
const statement = { type: 'string', minLength: 1, maxLength: STATEMENT_CHARS_MAX };

/** A model writes a query; without one, a rule does. Both are checked, and run in a session that only reads. */
export const sql: ContextType<SqlModuleConfig> = {
  name: 'sql',
  title: 'Ask a database',
  description: 'Answers from tables of PostgreSQL, MySQL, MariaDB or SQLite, with queries that only read.',
  run: (config, asked, run) => askDatabase(config, asked, run),
  functions: (config) => [
    {
      name: 'ask_database',
      description: `Answers a question from a database. ${config.description ?? ''}`.trim(),
      parameters: { type: 'object', properties: { question }, required: ['question'], additionalProperties: false },
      run: async (given, asked, run) => {
        const { contexts, reason } = await askDatabase(config, { ...asked, text: String(given['question']) }, run);
        const items = contexts.flatMap(({ chunks }) => chunks.map(({ text }) => text));
        return { items: items.length > 0 ? items : [reason ?? 'Nothing was found'], contexts };
      },
    },
    {
      name: 'query_database',
      description: 'Runs one SELECT that was written with what describe_database returned.',
      parameters: { type: 'object', properties: { statement }, required: ['statement'], additionalProperties: false },
      run: (given, _asked, run) => runStatement(config, String(given['statement']), run),
    },
    {
      name: 'describe_database',
      description: 'Lists tables with their columns, and examples of rows.',
      parameters: { type: 'object', properties: {}, additionalProperties: false },
      run: async (_given, asked, run) => {
        const database = await OpenedDatabase.open(config, run);
        return { items: [database.title, ...Object.values(await database.notes(asked.text))], contexts: [] };
      },
    },
  ],
};

async function askDatabase(config: SqlModuleConfig, asked: Question, run: ModuleRun): Promise<Found> {
  const database = await OpenedDatabase.open(config, run);
  if (!(await run.models.followsPrompts(config.conversion_model))) return byTemplate(database, config, asked);
  const written = await writtenQuery(
    {
      language: database.title,
      question: asked,
      model: config.conversion_model,
      retries: config.retries,
      notes: () => database.notes(asked.text),
      query: (text) => database.query(text),
    },
    run,
  );
  return reportOf(written, config);
}

function reportOf({ made, attempts, problem }: WrittenQuery, config: SqlModuleConfig): Found {
  if (!made) {
    const reason =
      problem === undefined
        ? 'The model says that the database does not answer the question'
        : `No query of the model could be run: ${problem}`;
    return { contexts: [], value: `No rows from ${config.source}`, reason, metadata: { attempts } };
  }
  const found = queryContext(made, { source: config.source, title: tableTitleOf(config) });
  const { statement: text, result } = made;
  return {
    contexts: found ? [found] : [],
    value: `${rowsFound(result)} from ${config.source}`,
    metadata: { statement: text, attempts, rows: result.rows.length },
  };
}

async function byTemplate(database: OpenedDatabase, config: SqlModuleConfig, asked: Question): Promise<Found> {
  const [named] = tablesOfQuestion(asked.text, await database.tables());
  const reason = 'The model follows no prompts: a rule made the query';
  if (!named)
    return {
      contexts: [],
      value: `No rows from ${config.source}`,
      reason: 'The model follows no prompts, and the question names no table or column of the database',
    };
  const sample = (await database.samples([named.table])).get(named.table.name);
  const text = templateQuery({ question: asked.text, named, dialect: database.dialect, sample });
  const made = { statement: text, result: await database.query(text).catch(asStepError) };
  return { ...reportOf({ made, attempts: 1 }, config), reason };
}

async function runStatement(config: SqlModuleConfig, text: string, run: ModuleRun): Promise<FunctionResult> {
  const database = await OpenedDatabase.open(config, run);
  const result = await database.query(text).catch(asStepError);
  const found = queryContext({ statement: text, result }, { source: config.source, title: tableTitleOf(config) });
  const more = result.hasMore ? ['(There are more rows.)'] : [];
  return { items: [...rowObjects(result), ...more], contexts: found ? [found] : [] };
}

/** What the database says about a statement is no fault of ours. */
function asStepError(error: unknown): QueryRows {
  if (!(error instanceof QueryError)) throw error;
  throw new AppError('invalid_request', `The database refused the query: ${error.message}`);
}

function tableTitleOf({ title, description, source }: SqlModuleConfig): string {
  const [first = ''] = (description ?? '').split('\n');
  return title === 'agent' ? first.slice(0, 200) || source : title;
}
