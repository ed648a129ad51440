import { randomUUID } from 'node:crypto';
import { type AgentsDatabase, openAgentsDatabase } from '../agents-database.fixture';
import { AgentModuleRepository } from '../module/agent-module.repository';
import { AgentModuleService } from '../module/agent-module.service';
import { testSeals } from '../module/module-seals.fixture';
import { WorkflowRemoval } from '../module/workflow-removal';
import { WorkflowRepository } from './workflow.repository';
import { WorkflowService } from './workflow.service';

const DAY_MS = 24 * 60 * 60_000;
const initial = {
  id: 'default',
  name: 'default',
  description: 'Default workflow',
  parameters: {},
  required: [],
  rules: [],
};

describe('workflows of agents', () => {
  let database: AgentsDatabase;
  let workflows: WorkflowService;
  let modules: AgentModuleService;
  let removal: WorkflowRemoval;
  let agent: string;

  beforeAll(async () => {
    database = await openAgentsDatabase();
    const [repository, ofModules] = [new WorkflowRepository(), new AgentModuleRepository()];
    workflows = new WorkflowService(database.transactions, repository);
    const seals = testSeals(database.transactions, repository, ofModules);
    modules = new AgentModuleService(database.transactions, repository, ofModules, seals);
    removal = new WorkflowRemoval(database.transactions, repository, ofModules);
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    agent = randomUUID();
  });

  it('are one at first, default, which can be changed and has rules, but cannot be deleted', async () => {
    const key = { agent, id: 'default' };
    expect(await workflows.list(agent)).toEqual({ workflows: [initial] });
    await workflows.setRules(key, { rules: ['Be short.', { prompt: 'Be kind.' }] });
    await workflows.set(key, { description: 'Answers', parameters: null, rules: null });
    await expect(workflows.delete(key)).rejects.toMatchObject({ code: 'conflict', status: 409 });
    const rules = ['Be short.', { prompt: 'Be kind.' }];
    expect(await workflows.rules(key)).toEqual({ rules });
    expect(await workflows.list(agent)).toEqual({ workflows: [{ ...initial, description: 'Answers', rules }] });
  });

  it('are listed after default in the order in which they were added', async () => {
    const { id } = await workflows.add(agent, { name: 'First' });
    await workflows.add(agent, { id: 'b', name: 'Second', required: ['city'], parameters: { city: {} } });
    await workflows.setRules({ agent, id: 'default' }, { rules: [] });
    const { workflows: all } = await workflows.list(agent);
    expect(all.map((one) => [one.id, one.name, one.required])).toEqual([
      ['default', 'default', []],
      [id, 'First', []],
      ['b', 'Second', ['city']],
    ]);
  });

  it('take JSON Schemas as parameters only, when they are new and when they are changed', async () => {
    const parameters = { city: { type: 'town' } };
    const wrong = { code: 'invalid_request', details: { detail: [{ loc: ['body', 'parameters'] }] } };
    await expect(workflows.add(agent, { id: 'x', name: 'X', parameters })).rejects.toMatchObject(wrong);
    await expect(workflows.set({ agent, id: 'default' }, { parameters })).rejects.toMatchObject(wrong);
    expect(await workflows.list(agent)).toEqual({ workflows: [initial] });
  });

  it('that are deleted are gone for everyone, and their id stays taken', async () => {
    const key = { agent, id: 'gone' };
    const unknown = { code: 'not_found', message: 'Workflow not found' };
    await workflows.add(agent, { id: 'gone', name: 'Gone' });
    await modules.add(
      { agent, workflow: 'gone', kind: 'generation' },
      { module: 'summarize', title: 'a', max_retries: 1 },
    );
    expect(await workflows.delete(key)).toBeNull();
    const list = { agent, workflow: 'gone', kind: 'generation' } as const;
    const calls = [
      workflows.delete(key),
      workflows.set(key, { name: 'Back' }),
      workflows.rules(key),
      workflows.setRules(key, { rules: [] }),
      modules.list(list),
      modules.add(list, { module: 'summarize', title: 'a', max_retries: 1 }),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject(unknown);
    expect((await workflows.list(agent)).workflows).toHaveLength(1);
    await expect(workflows.add(agent, { id: 'gone', name: 'Again' })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('are removed for good 15 days after their deletion, with their modules', async () => {
    await removal.remove(new Date(Date.now() + 100 * DAY_MS));
    for (const id of ['old', 'kept']) {
      await workflows.add(agent, { id, name: id });
      const place = { agent, workflow: id, kind: 'generation' } as const;
      await modules.add(place, { module: 'summarize', title: 'a', max_retries: 1 });
    }
    await workflows.delete({ agent, id: 'old' });
    expect(await removal.remove(new Date(Date.now() + 14 * DAY_MS))).toBe(0);
    expect(await removal.remove(new Date(Date.now() + 16 * DAY_MS))).toBe(1);
    await workflows.add(agent, { id: 'old', name: 'Young again' });
    expect(await modules.list({ agent, workflow: 'old', kind: 'generation' })).toEqual({ modules: [] });
    expect((await modules.list({ agent, workflow: 'kept', kind: 'generation' })).modules).toHaveLength(1);
  });

  it('are at most 100 of one agent', async () => {
    const added = await Promise.allSettled(
      Array.from({ length: 102 }, (_, index) => workflows.add(agent, { name: `Workflow ${index}` })),
    );
    const refused = added.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refused).toEqual(['quota_exceeded', 'quota_exceeded']);
    expect((await workflows.list(agent)).workflows).toHaveLength(101);
  });

  it('do not lose a change that is made at the same time as another', async () => {
    const key = { agent, id: 'default' };
    await Promise.all([
      workflows.set(key, { name: 'Renamed' }),
      workflows.setRules(key, { rules: ['One rule'] }),
      workflows.set(key, { description: 'Described' }),
    ]);
    expect((await workflows.list(agent)).workflows).toEqual([
      { ...initial, name: 'Renamed', description: 'Described', rules: ['One rule'] },
    ]);
  });
});
