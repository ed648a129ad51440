import {
  addDriver,
  addPrompt,
  addWorkflow,
  contextOperations,
  deleteDriver,
  deletePrompt,
  deleteWorkflow,
  driverProviders,
  generationOperations,
  getPrompt,
  getRules,
  listDrivers,
  listPrompts,
  listWorkflows,
  operationsOfEveryKind,
  patchDriver,
  patchPrompt,
  preprocessOperations,
  setRules,
  setWorkflow,
} from '@lectern/contracts/agents';
import { ApiError } from '@lectern/client';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { TestAgent } from '../harness/test-agent';

const ASKED = 'Where does the ibex climb?';
const modules = {
  preprocess: { module: 'rephrase', history: true },
  context: { module: 'static_string', context: 'The ibex climbs steep rocks.', title: 'Facts' },
  generation: { module: 'summarize', prompt: '{context} {question}' },
  postprocess: { module: 'remi', max_retries: 2 },
} as const;
const unknownId = '00000000-0000-4000-8000-000000000000';

/** The status of a refusal, and its text or the places of its faults. */
async function refusalOf(call: Promise<unknown>): Promise<readonly [number, unknown]> {
  const error: unknown = await call.then(
    () => 'accepted',
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw error;
  const { detail } = error.body as { readonly detail: unknown }; // Of every refusal.
  return [error.status, Array.isArray(detail) ? detail.map(({ loc }) => loc.join('.')) : detail];
}

inStandalone('the configuration of an agent', (mode) => {
  let client: Client;
  let agent: TestAgent;

  beforeAll(async () => {
    ({ client } = await server(mode).createKnowledgeBox());
  });
  beforeEach(async () => {
    agent = await TestAgent.create(client);
  });

  describe.each(operationsOfEveryKind.map((operations) => [operations.kind, operations] as const))(
    'has %s modules',
    (kind, operations) => {
      it.each([undefined, 'other'])('on the agent and on a workflow: %s', async (workflow_id) => {
        if (workflow_id) await agent.api(addWorkflow, { body: { id: workflow_id, name: 'Other' } });
        const params = workflow_id ? { workflow_id } : {};
        const first = await agent.api(operations.add, { params, body: modules[kind] });
        const second = await agent.api(operations.add, { params, body: { ...modules[kind], title: 'Second' } });
        const replaced = { ...modules[kind], title: 'Replaced', max_retries: 0 };
        const module_id = first.id;
        expect(await agent.api(operations.order, { params, body: { ids: [second.id, first.id] } })).toBeNull();
        expect((await agent.api(operations.list, { params })).modules.map(({ id }) => id)).toEqual([
          second.id,
          first.id,
        ]);
        await agent.api(operations.order, { params, body: { ids: [first.id, second.id] } });
        expect(await agent.api(operations.set, { params: { ...params, module_id }, body: replaced })).toBeNull();
        expect(await agent.api(operations.list, { params })).toMatchObject({
          modules: [
            { ...replaced, id: first.id },
            { title: 'Second', id: second.id },
          ],
        });
        expect(await agent.api(operations.delete, { params: { ...params, module_id } })).toBeNull();
        expect((await agent.api(operations.list, { params })).modules.map(({ id }) => id)).toEqual([second.id]);
        const others = await agent.api(operations.list, workflow_id ? {} : { params: { workflow_id: 'default' } });
        expect(others.modules).toHaveLength(workflow_id ? 0 : 1);
      });

      it('that exist, and belong to the kind of the path', async () => {
        const other = kind === 'context' ? modules.generation : modules.context;
        expect((await refusalOf(agent.api(operations.add, { body: other })))[0]).toBe(422);
        const params = { module_id: unknownId };
        const body = modules[kind];
        expect(await refusalOf(agent.api(operations.set, { params, body }))).toEqual([404, 'Module not found']);
        expect(await refusalOf(agent.api(operations.delete, { params }))).toEqual([404, 'Module not found']);
        const { id } = await agent.api(operations.add, { body });
        for (const ids of [[], [unknownId], [id, id]])
          expect((await refusalOf(agent.api(operations.order, { body: { ids } })))[0]).toBe(409);
        const elsewhere = { params: { workflow_id: 'missing' }, body };
        expect(await refusalOf(agent.api(operations.add, elsewhere))).toEqual([404, 'Workflow not found']);
        const malformed = await agent.send('DELETE', `/${kind}/some-id`);
        expect([malformed.status, malformed.body]).toMatchObject([422, { detail: [{ loc: ['path', 'module_id'] }] }]);
      });
    },
  );

  it('names nested modules by ids of their own, and refuses those that are nested too deeply', async () => {
    const inner = { module: 'static_string', context: 'x' };
    const { id } = await agent.api(contextOperations.add, { body: { ...modules.context, fallback: inner } });
    const [listed] = (await agent.api(contextOperations.list)).modules;
    expect(listed).toMatchObject({ id, fallback: { ...inner, id: expect.stringMatching(/^[0-9a-f-]{36}$/) } });
    let deep: object = inner;
    for (let level = 1; level < 11; level += 1) deep = { ...inner, fallback: deep };
    expect((await agent.send('POST', '/context', deep)).status).toBe(422);
  });

  it('has workflows of its own, of which default cannot be deleted', async () => {
    const parameters = { city: { type: 'string' } };
    const { id } = await agent.api(addWorkflow, { body: { id: 'w', name: 'Weather', parameters, required: ['city'] } });
    const params = { workflow_id: id };
    expect(await agent.api(setWorkflow, { params, body: { description: 'Tells the weather' } })).toBeNull();
    expect((await agent.api(listWorkflows)).workflows).toEqual([
      { id: 'default', name: 'default', description: 'Default workflow', parameters: {}, required: [], rules: [] },
      { id: 'w', name: 'Weather', description: 'Tells the weather', parameters, required: ['city'], rules: [] },
    ]);
    const refused = agent.api(deleteWorkflow, { params: { workflow_id: 'default' } });
    expect((await refusalOf(refused))[0]).toBe(409);
    expect(await agent.api(deleteWorkflow, { params })).toBeNull();
    expect(await refusalOf(agent.api(deleteWorkflow, { params }))).toEqual([404, 'Workflow not found']);
    expect((await refusalOf(agent.api(addWorkflow, { body: { id: 'w', name: 'Again' } })))[0]).toBe(409);
    const [only, ...more] = await agent.frames({ params: { workflow_id: id }, body: { question: ASKED } });
    expect([only, more]).toMatchObject([{ operation: 4, exception: { detail: 'Workflow not found' } }, []]);
  });

  it('checks the arguments of an interaction before it runs', async () => {
    const parameters = { city: { type: 'string' }, days: { type: 'integer' } };
    await agent.api(setWorkflow, { params: { workflow_id: 'default' }, body: { parameters, required: ['city'] } });
    await agent.api(contextOperations.add, { body: modules.context });
    const ask = (given: object) => agent.frames({ body: { question: ASKED, arguments: given } });
    expect(await refusalOf(ask({}))).toEqual([422, ['body.arguments.city']]);
    expect(await refusalOf(ask({ city: 'Bern', days: 'two' }))).toEqual([422, ['body.arguments.days']]);
    expect((await ask({ city: 'Bern', days: 2 })).at(-1)).toMatchObject({ operation: 3 });
    const wrong = { parameters: { city: { type: 'town' } } };
    const refused = agent.api(setWorkflow, { params: { workflow_id: 'default' }, body: wrong });
    expect(await refusalOf(refused)).toEqual([422, ['body.parameters']]);
  });

  it('has rules, those of the agent being those of default', async () => {
    const rules = ['Be short.', { prompt: 'Be kind.' }];
    expect(await agent.api(getRules)).toEqual({ rules: [] });
    expect(await agent.api(setRules, { body: { rules } })).toBeNull();
    expect(await agent.api(getRules, { params: { workflow_id: 'default' } })).toEqual({ rules });
    expect(await agent.api(setRules, { params: { workflow_id: 'default' }, body: { rules: ['One'] } })).toBeNull();
    expect(await agent.api(getRules)).toEqual({ rules: ['One'] });
    expect(await refusalOf(agent.api(getRules, { params: { workflow_id: 'w' } }))).toEqual([404, 'Workflow not found']);
  });

  it('has prompts', async () => {
    const prompt = { name: 'Weather', description: 'Asks for it', prompt: 'Weather in {city}?' };
    const whole = { ...prompt, arguments: [{ name: 'city', required: true }], icons: [], meta: { colour: 'blue' } };
    const { id } = await agent.api(addPrompt, { body: { ...whole, prompt_id: 'weather' } });
    const params = { prompt_id: id };
    expect(await agent.api(getPrompt, { params })).toEqual({ ...whole, prompt_id: 'weather' });
    expect(await agent.api(patchPrompt, { params, body: { prompt: 'Rain in {city}?' } })).toBeNull();
    expect(await agent.api(listPrompts)).toEqual({
      prompts: [{ ...whole, prompt: 'Rain in {city}?', prompt_id: 'weather' }],
    });
    expect((await refusalOf(agent.api(addPrompt, { body: { prompt: 'Again', prompt_id: 'weather' } })))[0]).toBe(409);
    expect(await agent.api(deletePrompt, { params })).toBeNull();
    expect(await refusalOf(agent.api(getPrompt, { params }))).toEqual([404, 'Prompt not found']);
  });

  it('belongs to owners of the agent: others read workflows only', async () => {
    const key = await agent.box.key('SMEMBER');
    const reader = new Client(client.origin, { 'x-svc-serviceaccount': `Bearer ${key}` });
    const allowed: string[] = [];
    for (const path of ['workflows', 'drivers', 'prompts', 'rules', 'context', 'sessions', 'schema']) {
      const { status } = await reader.send('GET', `/agent/${agent.id}/${path}`);
      if (status === 200) allowed.push(path);
      else expect([path, status]).toEqual([path, 403]);
    }
    expect(allowed).toEqual(['workflows']);
    expect((await client.send('GET', `/agent/${unknownId}/workflows`)).status).toBe(404);
  });
});

inStandalone('drivers of an agent', (mode) => {
  let source: KnowledgeBoxClient;
  let agent: TestAgent;

  beforeAll(async () => {
    source = await server(mode).createKnowledgeBox();
    const body = 'The ibex climbs steep rocks in winter.';
    await source.createResource({ title: 'Ibex', texts: { body: { body } } }, { wait: 'embedded' });
  });
  beforeEach(async () => {
    agent = await TestAgent.create(source.client);
  });

  const answerOf = async () => (await agent.frames({ body: { question: ASKED } })).at(-2)?.answer;

  it('are listed without their secrets, and keep them when the list is sent back', async () => {
    const key = await source.key('SMEMBER');
    const zone = `${source.client.origin}/api`;
    const config = { kbid: source.id, description: 'Animals', key, url: zone, manager: zone, filters: [] };
    const body = { name: 'd', provider: 'kbdb' as const, identifier: 'kb-driver', config };
    const { id } = await agent.api(addDriver, { body });
    expect((await refusalOf(agent.api(addDriver, { body })))[0]).toBe(409);
    await agent.api(contextOperations.add, { body: { module: 'basic_ask', sources: ['kb-driver'] } });
    await agent.api(generationOperations.add, { body: { module: 'summarize' } });
    const { drivers } = await agent.api(listDrivers);
    expect(drivers).toEqual([
      {
        config: {
          ...body,
          id,
          config: { ...config, key: null, internal: false },
        },
      },
    ]);
    const listed = { ...drivers[0]?.config, config: { ...drivers[0]?.config.config, description: 'Goats' } };
    expect(await agent.api(patchDriver, { params: { driver_id: id }, body: listed })).toBeNull();
    expect(await answerOf()).toContain('steep rocks');
    const params = { driver_id: id };
    const elsewhere = agent.api(patchDriver, { params, body: { config: { url: 'https://example.org/api' } } });
    expect(await refusalOf(elsewhere)).toEqual([422, 'With another url the driver needs key again']);
  });

  it('that are gone fail the modules that name them', async () => {
    const config = { kbid: source.id, description: 'Animals', internal: true };
    const body = { name: 'd', provider: 'kbdb' as const, identifier: 'kb-driver', config };
    const { id } = await agent.api(addDriver, { body });
    const asking = { module: 'basic_ask', sources: ['kb-driver'], max_retries: 0 } as const;
    await agent.api(contextOperations.add, { body: asking });
    expect(await answerOf()).toContain('steep rocks');
    expect(await agent.api(deleteDriver, { params: { driver_id: id } })).toBeNull();
    const frames = await agent.frames({ body: { question: ASKED } });
    const detail = 'The agent has no driver with the identifier kb-driver';
    expect(frames.slice(-2)).toMatchObject([{ operation: 4, exception: { detail } }, { operation: 3 }]);
    expect(await refusalOf(agent.api(deleteDriver, { params: { driver_id: id } }))).toEqual([404, 'Driver not found']);
    const params = { driver_id: unknownId };
    expect(await refusalOf(agent.api(patchDriver, { params, body: {} }))).toEqual([404, 'Driver not found']);
  });

  it('of other providers are kept for later, and modules cannot use them as knowledge boxes', async () => {
    const config = { key: 'tvly-secret' };
    const body = { name: 'Web', provider: 'tavily' as const, identifier: 'web', config };
    await agent.api(addDriver, { body });
    expect(JSON.stringify(await agent.api(listDrivers))).not.toContain('tvly-secret');
    await agent.api(contextOperations.add, { body: { module: 'basic_ask', sources: ['web'], max_retries: 0 } });
    const frames = await agent.frames({ body: { question: ASKED } });
    const detail = 'The driver web is of tavily, not of kbdb';
    expect(frames.slice(-2)).toMatchObject([{ operation: 4, exception: { detail } }, { operation: 3 }]);
    expect((await agent.send('POST', '/context', { module: 'unknown', source: 'web' })).status).toBe(422);
  });

  it('are described for forms, each with its settings', async () => {
    const { body } = await agent.send('GET', '/schema');
    const { drivers } = body as { readonly drivers: object }; // By its contract.
    expect(Object.keys(drivers)).toEqual(Object.keys(driverProviders));
  });

  it('of commands, and of unknown providers, are refused', async () => {
    const of = (provider: string, config: object) =>
      agent.send('POST', '/drivers', { name: 'd', identifier: 'd', provider, config });
    expect((await of('mcpstdio', { server: 'github', command: 'sh' })).status).toBe(422);
    const program = await of('mcpstdio', { server: 'github', env: {} });
    expect(program).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'mcpstdio', 'config', 'server'] }] },
    });
    for (const provider of ['marklogic', 'sitefinity', 'pandas', 'snowflake'])
      expect([provider, (await of(provider, {})).status]).toEqual([provider, 422]);
    const preprocess = await agent.api(preprocessOperations.list);
    expect(preprocess).toEqual({ modules: [] });
  });
});
