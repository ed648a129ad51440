import { randomBytes, randomUUID } from 'node:crypto';
import { addDriver, type AnyDriver, driverConfigs, secretsOf } from '@lectern/contracts/agents';
import { validateInput } from '@lectern/contracts/core';
import { masterKeyOf, randomSecret, SecretEnvelope } from '@lectern/secrets';
import { type AgentsDatabase, openAgentsDatabase } from '../agents-database.fixture';
import { DriverEntity } from './driver.entity';
import { DriverRepository } from './driver.repository';
import { DriverService } from './driver.service';
import { oauthCallbackUrl } from './oauth-callback';

const kbid = randomUUID();
/** Settings of every provider without the secrets that may be absent. */
const open: Readonly<Record<string, object>> = {
  kbdb: { kbid, description: 'Animals', url: 'https://one.example/api' },
  sync: { kbid, description: 'Animals', connection_ids: ['a'] },
  google: { project: 'p' },
  perplexity: {},
  brave: {},
  tavily: {},
  alinia: {},
  cypher: { username: 'u', url: 'neo4j://graph.example.org', config: { encrypted: true } },
  sql: {},
  sparql: { url: 'https://one.example/sparql', username: 'u' },
  mcphttp: { uri: 'https://one.example', scope: 'user' },
  mcpstdio: { server: 'github' },
  mcpsse: { uri: 'https://one.example' },
  a2a: { endpoint: 'one.example:443' },
};
const ofDictionaries = ['headers', 'env'];

function secretValue(name: string): unknown {
  const value = randomBytes(12).toString('hex');
  if (ofDictionaries.includes(name)) return { TOKEN: value };
  return name === 'dsn' ? `postgresql://u:${value}@host/db` : value;
}

describe('drivers of agents', () => {
  let database: AgentsDatabase;
  let drivers: DriverService;
  let agent: string;

  beforeAll(async () => {
    database = await openAgentsDatabase();
    const envelope = new SecretEnvelope([masterKeyOf(randomSecret())]);
    process.env['MCP_STDIO_SERVERS'] = '{"github": {"command": "github-mcp-server", "variables": ["TOKEN"]}}';
    drivers = new DriverService(database.transactions, new DriverRepository(), envelope);
    delete process.env['MCP_STDIO_SERVERS'];
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    agent = randomUUID();
  });

  const checked = (body: object): AnyDriver => {
    const { body: driver } = validateInput({ body: addDriver.body }, { body });
    // As the gateway hands it over.
    return driver as AnyDriver;
  };
  const add = (provider: string, config: object, identifier = provider) =>
    drivers.add(agent, checked({ identifier, name: 'D', provider, config }));
  const rows = () => database.transactions.read((tx) => tx.findBy(DriverEntity, { agent }));

  it.each(Object.keys(driverConfigs))(
    'of %s keep their secrets sealed, show none of them, and use them',
    async (one) => {
      const type = driverConfigs[one];
      if (!type) throw new Error(`no class for ${one}`);
      const secrets = Object.fromEntries(secretsOf(type).map((name) => [name, secretValue(name)]));
      const texts = Object.values(secrets).map((secret) => JSON.stringify(secret).match(/[0-9a-f]{24}/)?.[0] ?? '');
      expect(texts.every((text) => text.length === 24)).toBe(true);
      const written: string[] = [];
      const logged = jest.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
      const { id } = await add(one, { ...open[one], ...secrets });
      const shown = await drivers.list(agent);
      await drivers.patch({ agent, id }, shown.drivers[0]?.config ?? {});
      const again = await drivers.list(agent);
      const opened = await drivers.opened(agent);
      logged.mockRestore();

      expect(again).toEqual(shown);
      expect(again.drivers[0]?.config).toMatchObject({ id, provider: one, config: open[one] });
      expect(opened).toMatchObject([{ identifier: one, provider: one, config: { ...open[one], ...secrets } }]);
      const everything = JSON.stringify([shown, again, await rows(), written]);
      expect(texts.filter((text) => everything.includes(text))).toEqual([]);
      for (const name of Object.keys(secrets)) expect(shown.drivers[0]?.config.config).toHaveProperty(name, null);
    },
  );

  it('of MCP servers send users back to this server only, whatever they say', async () => {
    const { id } = await add('mcphttp', { ...open['mcphttp'], redirect_uris: ['https://evil.example/callback'] });
    await drivers.patch({ agent, id }, { config: { redirect_uris: ['https://evil.example/other'] } });
    const redirect_uris = [oauthCallbackUrl()];
    expect(redirect_uris).toEqual([expect.stringMatching(/^https?:\/\/[^/]+\/api\/auth\/mcp\/callback$/)]);
    expect((await drivers.list(agent)).drivers[0]?.config.config).toMatchObject({ redirect_uris });
    expect(await drivers.opened(agent)).toMatchObject([{ config: { redirect_uris } }]);
    expect(JSON.stringify(await rows())).not.toContain('evil.example');
  });

  it('keep their key when a list is sent back, with any change of the rest', async () => {
    const { id } = await add('kbdb', { ...open['kbdb'], key: 'the-key' });
    const [listed] = (await drivers.list(agent)).drivers;
    const config = { ...listed?.config.config, description: 'Birds' };
    await drivers.patch({ agent, id }, { name: 'Renamed', config });
    expect((await drivers.list(agent)).drivers[0]?.config).toMatchObject({ name: 'Renamed', config: { key: null } });
    expect(await drivers.opened(agent)).toMatchObject([{ config: { key: 'the-key', description: 'Birds' } }]);
  });

  it('refuse a change that makes their settings wrong, and keep the old ones', async () => {
    const { id } = await add('kbdb', { ...open['kbdb'], key: 'the-key' });
    const wrong = { code: 'invalid_request', status: 422 };
    const key = { agent, id };
    await expect(drivers.patch(key, { config: { kbid: 'box', key: 'new' } })).rejects.toMatchObject({
      ...wrong,
      details: { detail: [{ loc: ['body', 'config', 'kbid'] }] },
    });
    await expect(drivers.patch(key, { config: { internal: true } })).rejects.toMatchObject(wrong);
    await expect(drivers.patch(key, { config: { url: 'https://two.example' } })).rejects.toMatchObject(wrong);
    expect(await drivers.opened(agent)).toMatchObject([{ config: { ...open['kbdb'], key: 'the-key' } }]);
  });

  it.each([
    [{ filter_expression: { field: { prop: 'colour' } } }, 'filter_expression.field'],
    [{ filter_expression: { fields: {} } }, 'filter_expression.fields'],
    [{ filter_expression: 'a' }, 'filter_expression'],
    [{ filter_expression: { field: { and: [{ prop: 'label' }, { prop: 'created', since: 'x' }] } } }, undefined],
    [{ filter_expression: { key_value: { schema_id: 'a' } } }, 'filter_expression.key_value.key'],
    [{ catalog_filter_expression: { field: { prop: 'label' } } }, 'catalog_filter_expression.field'],
    [{ catalog_filter_expression: { resource: { prop: 'keyword', word: 'a' } } }, 'catalog_filter_expression.resource'],
    [{ filters: ['/icon/image/png', 'topics'] }, 'filters.1'],
  ])('are refused with filters that could not be searched: %j', async (filters, place) => {
    const at = (...loc: string[]) => ({
      code: 'invalid_request',
      details: { detail: [{ loc: place === undefined ? expect.arrayContaining(loc) : [...loc, ...place.split('.')] }] },
    });
    for (const provider of ['kbdb', 'sync'])
      await expect(add(provider, { ...open[provider], ...filters })).rejects.toMatchObject(
        at('body', provider, 'config'),
      );
    const { id } = await add('kbdb', open['kbdb'] ?? {});
    await expect(drivers.patch({ agent, id }, { config: { ...filters } })).rejects.toMatchObject(at('body', 'config'));
    expect((await drivers.list(agent)).drivers[0]?.config.config).not.toMatchObject(filters);
  });

  it('have an identifier of their own in their agent', async () => {
    await add('kbdb', open['kbdb'] ?? {}, 'main');
    await expect(add('tavily', { key: 'k' }, 'main')).rejects.toMatchObject({ code: 'conflict', status: 409 });
    agent = randomUUID();
    await add('tavily', { key: 'k' }, 'main');
    expect((await drivers.list(agent)).drivers).toHaveLength(1);
  });

  it('do not lose a change that is made at the same time as another', async () => {
    const { id } = await add('mcphttp', open['mcphttp'] ?? {});
    const names = Array.from({ length: 8 }, (_, index) => `h${index}`);
    await Promise.all(names.map((name) => drivers.patch({ agent, id }, { config: { headers: { [name]: 'x' } } })));
    const [{ config } = { config: {} }] = await drivers.opened(agent);
    expect(Object.keys(Reflect.get(config, 'headers')).toSorted()).toEqual(names);
  });

  it('open their secrets in their own place only', async () => {
    await add('tavily', { key: 'k' });
    const [row] = await rows();
    if (!row) throw new Error('no row');
    const moved = { ...row, agent: randomUUID() };
    await database.transactions.run((tx) => new DriverRepository().insert(moved, tx));
    await expect(drivers.opened(moved.agent)).rejects.toThrow();
  });

  it('that are deleted or never were are not found', async () => {
    const { id } = await add('tavily', { key: 'k' });
    expect(await drivers.delete({ agent, id })).toBeNull();
    const unknown = { code: 'not_found', message: 'Driver not found' };
    await expect(drivers.delete({ agent, id })).rejects.toMatchObject(unknown);
    await expect(drivers.patch({ agent, id }, { name: 'x' })).rejects.toMatchObject(unknown);
    expect(await drivers.list(agent)).toEqual({ drivers: [] });
  });

  it('of programs start only what the operator allows, also after a change', async () => {
    const driver = (server: string, env = {}) =>
      ({ identifier: 'p', name: 'P', provider: 'mcpstdio', config: { server, env } }) as unknown as AnyDriver; // of its class
    await expect(drivers.add(agent, driver('shell'))).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(drivers.add(agent, driver('github', { PATH: '/' }))).rejects.toMatchObject({
      code: 'invalid_request',
    });
    const { id } = await drivers.add(agent, driver('github', { TOKEN: 'secret' }));
    const change = (config: Record<string, unknown>) => drivers.patch({ agent, id }, { config });
    await expect(change({ server: 'shell' })).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(change({ env: { LD_PRELOAD: 'x' } })).rejects.toMatchObject({ code: 'invalid_request' });
    await change({ env: { TOKEN: 'other' } });
    expect((await drivers.opened(agent))[0]?.config).toMatchObject({ server: 'github', env: { TOKEN: 'other' } });
  });
});
