import { randomUUID } from 'node:crypto';
import {
  type AgentModule,
  contextOperations,
  type ModuleKind,
  type OperationsOfKind,
  postprocessOperations,
} from '@lectern/contracts/agents';
import { validateInput } from '@lectern/contracts/core';
import { type AgentsDatabase, openAgentsDatabase } from '../agents-database.fixture';
import { WorkflowRepository } from '../workflow/workflow.repository';
import { AgentModuleEntity } from './agent-module.entity';
import { AgentModuleRepository, type ModuleKey } from './agent-module.repository';
import { AgentModuleService } from './agent-module.service';
import { ModuleSeals } from './module-seals';
import { testSeals } from './module-seals.fixture';

const SECRET = 'a-secret-of-the-module';
const headers = { 'X-Token': SECRET };
const http = { module: 'http', url: 'https://one.example', headers };
const external = { module: 'external', url: 'https://one.example', headers };

describe('modules of workflows', () => {
  let database: AgentsDatabase;
  let modules: AgentModuleService;
  let seals: ModuleSeals;
  let agent: string;

  beforeAll(async () => {
    database = await openAgentsDatabase();
    const [workflows, repository] = [new WorkflowRepository(), new AgentModuleRepository()];
    seals = testSeals(database.transactions, workflows, repository);
    modules = new AgentModuleService(database.transactions, workflows, repository, seals);
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    agent = randomUUID();
  });

  const operations: Partial<Record<ModuleKind, OperationsOfKind>> = {
    context: contextOperations,
    postprocess: postprocessOperations,
  };
  const listKey = (kind: ModuleKind) => ({ agent, workflow: 'default', kind });
  /** As the gateway hands it over. */
  const checked = (kind: ModuleKind, body: object) =>
    validateInput({ body: operations[kind]?.add.body ?? never() }, { body }).body as AgentModule;
  const add = async (kind: ModuleKind, body: object): Promise<ModuleKey> => {
    const { id } = await modules.add(listKey(kind), checked(kind, body));
    return { ...listKey(kind), id };
  };
  const set = (key: ModuleKey, body: object) => modules.set(key, checked(key.kind, body));
  const listed = async (kind: ModuleKind) => (await modules.list(listKey(kind))).modules;
  const rows = () => database.transactions.read((tx) => tx.findBy(AgentModuleEntity, { agent }));
  const opened = async () => (await rows()).map((row) => seals.opened(row));

  it.each([
    ['context', http],
    ['context', { module: 'smart', registered_agents: [http] }],
    ['context', { ...http, headers: {}, fallback: http, next_agent: { module: 'basic_ask', fallback: http } }],
    ['context', { module: 'context_conditional', has_keywords: ['a'], then: [http], else_: [http, http] }],
    ['postprocess', external],
    ['postprocess', { module: 'post_conditional', has_keywords: ['a'], then: [external], else_: [external] }],
  ] as const)('of %s keep headers sealed, show none of them, and use them: %j', async (kind, body) => {
    const key = await add(kind, body);
    const before = await listed(kind);
    const { id: _, ...shown } = before[0] ?? never();
    await set(key, shown);
    expect(await listed(kind)).toEqual(before);
    expect(JSON.stringify([before, await rows()])).not.toContain(SECRET);
    const used = JSON.stringify(await opened()).split(SECRET).length - 1;
    expect(used).toBe(JSON.stringify(body).split(SECRET).length - 1);
  });

  it('that were stored with plain headers work, show none, and are sealed', async () => {
    const id = randomUUID();
    const nested = { ...http, id: randomUUID(), title: 'agent', max_retries: 1 };
    const config = { ...nested, id, headers: null, fallback: nested };
    const row: object = { ...listKey('context'), id, position: 1, config };
    await database.transactions.run((tx) => tx.insert(AgentModuleEntity, row));
    expect(await opened()).toMatchObject([{ fallback: { headers } }]);
    expect(JSON.stringify(await listed('context'))).not.toContain(SECRET);
    await seals.seal(await rows());
    expect(JSON.stringify(await rows())).not.toContain(SECRET);
    expect(await opened()).toMatchObject([{ id, fallback: { headers } }]);
  });

  it('do not take their headers to another address, and stay as they were', async () => {
    const key = await add('postprocess', external);
    const elsewhere = { module: 'external', url: 'https://two.example' };
    const refused = { code: 'invalid_request', details: { detail: [{ loc: ['body', 'external', 'headers'] }] } };
    await expect(set(key, elsewhere)).rejects.toMatchObject(refused);
    await expect(set(key, { ...elsewhere, headers: null })).rejects.toMatchObject(refused);
    expect(await opened()).toMatchObject([{ url: 'https://one.example', headers }]);
    await set(key, { ...elsewhere, headers: { a: 'b' } });
    expect(await opened()).toMatchObject([{ url: 'https://two.example', headers: { a: 'b' } }]);
  });

  it('open their secrets in their own place only', async () => {
    await add('context', http);
    const [row = never()] = await rows();
    expect(() => seals.opened({ ...row, agent: randomUUID() })).toThrow('sealed for something else');
    expect(() => seals.opened({ ...row, workflow: 'other' })).toThrow('sealed for something else');
  });

  it.each([
    ['postprocess', { ...external, call_schema: { type: 'nonsense' } }, 'external.call_schema'],
    ['postprocess', { ...external, call_schema: { properties: 5 } }, 'external.call_schema'],
    ['postprocess', { ...external, call_schema: { $ref: 'https://example.com/schema' } }, 'external.call_schema'],
    [
      'postprocess',
      {
        module: 'post_conditional',
        has_keywords: ['a'],
        else_: [{ module: 'related' }, { ...external, call_schema: { type: 'array' } }],
      },
      'post_conditional.else_.1.external.call_schema',
    ],
    ['context', { module: 'advanced_ask', answer_json_schema: { type: 'x' } }, 'advanced_ask.answer_json_schema'],
    [
      'context',
      { module: 'advanced_ask', filter_expression: { field: { prop: 'colour' } } },
      'advanced_ask.filter_expression.field',
    ],
    ['context', { module: 'ask', sources: ['a'], filters: ['/l/a', 'topics'] }, 'ask.filters.1'],
    [
      'context',
      { module: 'ask', sources: ['a'], pre_queries: [{ request: { query: 'a', filter_expression: { colour: 1 } } }] },
      'ask.pre_queries.0.request.filter_expression.colour',
    ],
    [
      'context',
      {
        module: 'basic_ask',
        fallback: { module: 'advanced_ask', answer_json_schema: { required: 1, type: 'object' } },
      },
      'basic_ask.fallback.advanced_ask.answer_json_schema',
    ],
  ] as const)('of %s are refused when they are stored if they could not run: %j', async (kind, body, place) => {
    const refused = { code: 'invalid_request', details: { detail: [{ loc: ['body', ...place.split('.')] }] } };
    await expect(add(kind, body)).rejects.toMatchObject(refused);
    expect(await rows()).toEqual([]);
  });

  it('with schemas and filters that could run are stored', async () => {
    await add('postprocess', { ...external, call_schema: { type: 'object', properties: { a: { type: 'string' } } } });
    const condition = {
      and: [
        { prop: 'label', labelset: 'topics' },
        { prop: 'resource', slug: 'unknown' },
      ],
    };
    const key_value = { schema_id: 'a', key: 'b', eq: 1 };
    await add('context', { module: 'advanced_ask', filter_expression: { field: condition, key_value } });
    expect(await rows()).toHaveLength(2);
  });
});

function never(): never {
  throw new Error('It is there');
}
