import { type AgentSchema, moduleKinds, operationsOfEveryKind } from '@lectern/contracts/agents';
import { isObject } from '@lectern/contracts/core';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { TestAgent } from '../harness/test-agent';

const TEN_MEGABYTES = 10 * 1024 ** 2;
/** What JSON allows and databases, models and patterns stumble over. */
const hostile: readonly unknown[] = [
  'half \ud800 and \u0000 none',
  Array.from({ length: 200 }).reduce<unknown>((inner) => [inner], []),
  Array.from({ length: 200 }).reduce<unknown>((inner) => ({ and: inner, '': null }), {}),
  1e308,
  -0,
  ['a', null, {}],
  { constructor: { prototype: {} }, '': '' },
  '\u202e'.repeat(20_000),
  [['', '']],
  true,
];
/** The smallest module of each name, where more than the name is needed. */
const needed: Readonly<Record<string, object>> = {
  historical: { all: true },
  ask: { sources: ['a'] },
  static_string: { context: 'a' },
  http: { url: 'https://example.org' },
  external: { url: 'https://example.org' },
};

inStandalone('an agent whose owner and callers send what they like', (mode) => {
  let agent: TestAgent;
  let other: TestAgent;
  beforeAll(async () => {
    const client = server(mode);
    agent = await TestAgent.create(client);
    other = await TestAgent.create(client);
  });

  /** Status of what is either stored or refused, and removed again. */
  const outcome = async (path: string, body: object) => {
    const { status, body: said } = await agent.send('POST', path, body);
    const id = isObject(said) ? said.id : undefined;
    const one = moduleKinds.some((kind) => path === `/${kind}`) ? path : path.slice(0, -1);
    if (status === 200) expect((await agent.send('DELETE', `${one}/${String(id)}`)).status).toBe(200);
    return status;
  };
  const schemaOf = async () => (await agent.call('GET', '/schema')) as AgentSchema; // By its contract.
  const isHandled = (status: number) => status === 200 || status === 422;

  /** Each member has one of the values in turn, which differs from module to module. */
  const valueAt = (at: number) => hostile[at % hostile.length];

  it.each(moduleKinds)('stores or refuses every member of every %s module, whatever is in it', async (kind) => {
    const { agents } = await schemaOf();
    const outcomes: unknown[] = [];
    for (const [row, [module, { config_schema: schema }]] of Object.entries(agents[kind]).entries()) {
      const names = Object.keys(isObject(schema['properties']) ? schema['properties'] : {});
      const condition = module.endsWith('conditional') ? { has_keywords: ['a'] } : {};
      for (const [column, name] of names.filter((one) => one !== 'module').entries()) {
        const body = { ...needed[module], ...condition, module, [name]: valueAt(row + column) };
        const status = await outcome(`/${kind}`, body);
        if (!isHandled(status)) outcomes.push([module, name, row + column, status]);
      }
    }
    expect(outcomes).toEqual([]);
  });

  it.each([
    ['workflow', { name: 'w' }, ['id', 'name', 'description', 'parameters', 'required', 'rules']],
    [
      'prompt',
      { name: 'p', prompt: 'a' },
      ['name', 'description', 'prompt', 'arguments', 'icons', 'meta', 'prompt_id'],
    ],
    [
      'driver',
      { identifier: 'd', name: 'd', provider: 'tavily', config: {} },
      ['identifier', 'name', 'provider', 'config'],
    ],
  ])('stores or refuses every member of a %s', async (noun, body, names) => {
    const outcomes: unknown[] = [];
    for (const name of names)
      for (const [at, value] of hostile.entries()) {
        const status = await outcome(`/${noun}s`, { ...body, [name]: value });
        if (!isHandled(status)) outcomes.push([name, at, status]);
      }
    expect(outcomes).toEqual([]);
  });

  it('stores or refuses every member of a session, and every setting of a driver', async () => {
    const outcomes: unknown[] = [];
    const session = { slug: 'hostile', name: 's', summary: '', data: '', format: 'PLAIN' };
    for (const [at, name] of Object.keys(session).entries()) {
      const body = { ...session, slug: `hostile-${name}`, [name]: valueAt(at) };
      const { status } = await agent.send('POST', '/sessions', body);
      if (!isHandled(status)) outcomes.push([name, at, status]);
    }
    const { drivers } = await schemaOf();
    for (const [row, [provider, { config_schema: schema }]] of Object.entries(drivers).entries()) {
      const defs: unknown = schema['$defs'];
      const members = Object.values(isObject(defs) ? defs : {}).map((def) => (isObject(def) ? def.properties : {}));
      const names = members.flatMap((properties) => Object.keys(isObject(properties) ? properties : {}));
      for (const [column, name] of names.entries()) {
        const body = { identifier: 'd', name: 'd', provider, config: { [name]: valueAt(row + column) } };
        const status = await outcome('/drivers', body);
        if (!isHandled(status)) outcomes.push([provider, name, row + column, status]);
      }
    }
    expect(outcomes).toEqual([]);
  });

  it('refuses bodies of ten megabytes at every path that takes one', async () => {
    const text = 'x'.repeat(TEN_MEGABYTES);
    const paths = operationsOfEveryKind.map(({ kind }) => `/${kind}`);
    for (const path of [...paths, '/drivers', '/workflows', '/prompts', '/sessions', '/rules', '/session/ephemeral']) {
      const { status } = await agent.send('POST', path, { question: text, name: text, module: text, rules: [text] });
      expect([path, [413, 422].includes(status)]).toEqual([path, true]);
    }
    expect((await agent.send('GET', '/workflows')).status).toBe(200);
  });

  it('answers questions with any characters, and refuses members of the wrong kind', async () => {
    const session = { slug: 'odd', name: 'odd', summary: '', data: '', format: 'PLAIN' };
    await agent.call('POST', '/sessions', session);
    await agent.call('POST', '/context', { module: 'static_string', context: 'Ibexes climb rocks.' });
    for (const question of ['Where \ud800 is \u0000 it?', '\u202e\u200f\ufeff', '?'.repeat(1_000)])
      for (const path of ['/session/odd', '/session/ephemeral']) {
        const { status, body } = await agent.send('POST', path, { question });
        const last: unknown = JSON.parse(String(body).trimEnd().split('\n').at(-1) ?? 'null');
        expect([question, path, status, last]).toMatchObject([question, path, 200, { operation: 3 }]);
      }
    for (const wrong of [
      {},
      { question: 5 },
      { question: 'a', arguments: [] },
      { question: 'a', headers: { a: {} } },
      { question: 'a', chat_history: [{ question: 'a' }] },
      { question: 'a', chat_history: {} },
      { question: 'a', operation: 9 },
      { question: 'a', streaming: 'perhaps' },
    ])
      expect([wrong, (await agent.send('POST', '/session/ephemeral', wrong)).status]).toEqual([wrong, 422]);
  });

  it('knows nothing of what belongs to another agent', async () => {
    const idOf = async (path: string, body: object) => {
      const added = await other.call('POST', path, body);
      return String(isObject(added) ? (added.id ?? added.uuid) : undefined);
    };
    const session = { slug: 'theirs', name: 's', summary: '', data: '', format: 'PLAIN' };
    const driver = { identifier: 'd', name: 'd', provider: 'tavily', config: { key: 'tvly-secret' } };
    const own = {
      driver: [await idOf('/drivers', driver), { name: 'mine', config: {} }],
      context: [await idOf('/context', { module: 'basic_ask' }), { module: 'basic_ask' }],
      workflow: [await idOf('/workflows', { name: 'w' }), { name: 'mine' }],
      prompt: [await idOf('/prompts', { name: 'p', prompt: 'a' }), { name: 'mine', prompt: 'a' }],
      session: [await idOf('/sessions', session), session],
    } as const;
    for (const [noun, [id, body]] of Object.entries(own))
      for (const method of ['PATCH', 'DELETE'])
        expect([
          noun,
          method,
          (await agent.send(method, `/${noun}/${id}`, method === 'PATCH' ? body : undefined)).status,
        ]).toEqual([noun, method, 404]);
    expect((await agent.send('POST', `/session/${own.session[0]}`, { question: 'a' })).status).toBe(404);
  });
});
