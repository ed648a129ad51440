import { membersOf } from '../../validation/answers.fixture';
import { changed, required, tooLong, unsupported, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, received, routesOf, text } from '../../validation/requests.fixture';
import { addressesOf, secretsOf, wholesOf } from '../driver-secrets';
import { DriverChange, driverConfigs, driverProviders } from './driver.dto';
import { addDriver, deleteDriver, listDrivers, patchDriver } from './driver.operations';

const kbid = '4ff5e06c-d43f-4ccc-82eb-8cf1c202b212';
const address = 'https://example.org/api';
/** The smallest settings that each provider takes. */
const smallest: Readonly<Record<string, object>> = {
  kbdb: { kbid, description: 'Animals' },
  sync: { kbid, description: 'Animals' },
  google: {},
  perplexity: { key: 'k' },
  brave: { key: 'k' },
  tavily: { key: 'k' },
  alinia: { key: 'k' },
  cypher: { username: 'u', password: 'p', url: 'neo4j://graph.example.org' },
  sql: { dsn: 'postgresql://u:p@host/db' },
  sparql: { url: 'https://graph.example.org/sparql' },
  mcphttp: { uri: address },
  mcpstdio: { server: 'github' },
  mcpsse: { uri: address },
  a2a: { endpoint: 'agent.example.org:443' },
};
const driver = (provider: string, config = smallest[provider] ?? {}) => ({
  identifier: 'd',
  name: 'D',
  provider,
  config,
});
const box = {
  url: 'null text',
  manager: 'null text',
  kbid: 'text!',
  description: 'text!',
  key: 'null text',
  internal: 'null flag = false',
  filters: 'null list = []',
  filter_expression: 'null flag whole fraction text list object',
  catalog_filter_expression: 'null flag whole fraction text list object',
};

describe('a driver', () => {
  it('is the business of owners of the agent, and its deletion is answered with null', () => {
    const operations = [listDrivers, addDriver, patchDriver, deleteDriver];
    expect(routesOf(...operations)).toEqual({
      'GET /agent/{agent_id}/drivers': '200 json; SOWNER of agent; sa user pat',
      'POST /agent/{agent_id}/drivers': '200 json; SOWNER of agent; sa user pat',
      'PATCH /agent/{agent_id}/driver/{driver_id}': '200 null; SOWNER of agent; sa user pat',
      'DELETE /agent/{agent_id}/driver/{driver_id}': '200 null; SOWNER of agent; sa user pat',
    });
    expect(Object.values(conductOf(...operations))).toEqual(['10 s', '10 s, needs room', '10 s, needs room', '10 s']);
  });

  it.each(Object.keys(driverProviders))('of %s takes its smallest settings, and needs name and identifier', (one) => {
    expect(Object.keys(driverConfigs)).toContain(one);
    expect(faults(addDriver, { body: driver(one) })).toEqual([]);
    expect(faults(addDriver, { body: { provider: one, config: smallest[one], id: null } })).toEqual([
      `body.${one}.identifier: ${required}`,
      `body.${one}.name: ${required}`,
    ]);
  });

  it.each(['marklogic', 'sitefinity', 'pandas', 'snowflake', 'toString', ''])('of %s is refused', (provider) => {
    expect(faults(addDriver, { body: driver(provider) })).toEqual([
      expect.stringMatching(`^body: Input tag '${provider}' found using 'provider' does not match any`),
    ]);
  });

  it('is refused without a provider', () => {
    expect(faults(addDriver, { body: { identifier: 'd', name: 'D', config: {} } })).toEqual([
      "body: Unable to extract tag using discriminator 'provider'",
    ]);
  });

  const key = { key: 'text!' };
  it.each<[string, object]>([
    ['kbdb', box],
    ['sync', { ...box, connection_ids: 'null list = []' }],
    [
      'google',
      {
        api_key: 'null text',
        credentials: 'null text',
        vertexai: 'null flag = false',
        project: 'null text',
        location: 'null text',
      },
    ],
    ['perplexity', key],
    ['brave', { ...key, endpoint: 'null text' }],
    ['tavily', key],
    ['alinia', key],
    [
      'cypher',
      {
        username: 'text!',
        password: 'text!',
        url: 'text!',
        timeout: 'null whole fraction',
        enhanced_schema: 'null flag = false',
        database: 'null text',
        config: 'null object = {}',
      },
    ],
    ['sql', { dsn: 'text!', sql_schema: 'null text', ca_certificate: 'null text' }],
    [
      'sparql',
      {
        url: 'text!',
        username: 'null text',
        password: 'null text',
        headers: 'null object = {}',
        timeout: 'null whole fraction = 30',
      },
    ],
    [
      'mcphttp',
      {
        uri: 'text!',
        timeout: 'null whole fraction = 300',
        headers: 'null object = {}',
        sse_read_timeout: 'null whole fraction = 300',
        ca_certificate: 'null text',
        crt_certificate: 'null text',
        server_url: 'null text',
        redirect_uris: 'nothing',
        auth_server_url: 'null text',
        grant_types: 'null list = []',
        response_types: 'null list = []',
        scope: 'null text = "user"',
        client_id: 'null text',
        client_secret: 'null text',
        authorization_endpoint: 'null text',
        token_endpoint: 'null text',
        pkce: 'null flag = true',
      },
    ],
    [
      'mcpsse',
      {
        uri: 'text!',
        key: 'null text',
        headers: 'null object = {}',
        timeout: 'null whole fraction = 300',
        sse_read_timeout: 'null whole fraction = 300',
      },
    ],
    [
      'a2a',
      {
        endpoint: 'text!',
        use_tls: 'null flag = true',
        read_timeout_seconds: 'null whole fraction = 120',
        ca_certificate: 'null text',
        client_certificate_chain: 'null text',
        client_private_key: 'null text',
        authorization: 'null text',
      },
    ],
  ])('of %s has these settings', (provider, wire) => {
    const type = driverConfigs[provider];
    if (!type) throw new Error(`no class for ${provider}`);
    expect(wireOf(type, smallest[provider] ?? {})).toEqual(wire);
  });

  it('keeps these members secret, gives none of them to another address, and merges others', () => {
    const marks = Object.entries(driverConfigs).map(([provider, type]) => [
      provider,
      [secretsOf(type), addressesOf(type), wholesOf(type)].map((names) => names.toSorted().join(' ')),
    ]);
    const ofBox = ['key', 'kbid manager url', 'catalog_filter_expression filter_expression'];
    expect(Object.fromEntries(marks)).toEqual({
      kbdb: ofBox,
      sync: ofBox,
      google: ['api_key credentials', '', ''],
      perplexity: ['key', '', ''],
      brave: ['key', 'endpoint', ''],
      tavily: ['key', '', ''],
      alinia: ['key', '', ''],
      cypher: ['password', 'url', ''],
      sql: ['ca_certificate dsn', '', ''],
      sparql: ['headers password', 'url', ''],
      mcphttp: [
        'ca_certificate client_secret crt_certificate headers',
        'auth_server_url authorization_endpoint server_url token_endpoint uri',
        '',
      ],
      mcpstdio: ['env', '', ''],
      mcpsse: ['headers key', 'uri', ''],
      a2a: ['authorization client_private_key', 'endpoint use_tls', ''],
    });
  });

  it.each([
    ['kbdb', 'kbid', 'box', 'Input should be a valid UUID'],
    ['kbdb', 'url', 'ftp://example.org', 'Value error, '],
    ['kbdb', 'description', text(10_001), tooLong(10_000)],
    ['cypher', 'url', 'file:///etc/passwd', 'Value error, '],
    ['sql', 'dsn', 'not an address', 'String should match pattern'],
    ['sparql', 'url', 'file:///graph.ttl', 'Value error, '],
    ['sparql', 'timeout', 121, 'Input should be less than or equal to 120'],
    ['mcphttp', 'uri', 'stdio://x', 'Value error, '],
    ['mcphttp', 'headers', { 'bad name': 'x' }, 'Value error, bad name is not the name of a header'],
    ['mcpstdio', 'env', { 'a=b': 'x' }, 'Value error, a=b is not the name of a variable'],
    ['mcpstdio', 'server', '/bin/sh', 'String should match pattern'],
    ['mcpstdio', 'command', 'rm', 'Value error, this service runs no commands of callers'],
    ['mcpstdio', 'args', ['-rf'], unsupported('args')],
    ['a2a', 'read_timeout_seconds', 0, 'Input should be greater than or equal to 1'],
  ])('of %s takes a proper %s only', (provider, at, bad, fault) => {
    const [only, ...more] = faults(addDriver, { body: driver(provider, changed(smallest[provider] ?? {}, at, bad)) });
    expect([only?.startsWith(`body.${provider}.config.${at}`), more]).toEqual([true, []]);
    expect(only).toContain(`: ${fault}`);
  });

  it('never sends a line break in a header', () => {
    const config = { ...smallest['mcphttp'], headers: { 'x-key': 'a\r\nx-other: b' } };
    expect(faults(addDriver, { body: driver('mcphttp', config) })).toEqual([
      expect.stringMatching(/^body\.mcphttp\.config\.headers\.x-key: String should match pattern/),
    ]);
  });

  it('of a knowledge box asks with the rights of its caller or with a key, never with both', () => {
    const config = { ...smallest['kbdb'], internal: true, key: 'k' };
    expect(faults(addDriver, { body: driver('kbdb', config) })).toEqual([
      'body.kbdb: Value error, internal and key exclude each other: an internal driver asks with the rights of its caller',
    ]);
  });

  it('of a known program has no commands of older forms', () => {
    const config = { server: 'github', command: '', args: [], cwd: null };
    expect(received(addDriver, { body: driver('mcpstdio', config) }).body).toMatchObject({
      config: { server: 'github', env: {} },
    });
  });

  it('is changed by its name and any part of its settings', () => {
    expect(wireOf(DriverChange, {})).toEqual({ name: 'null text', config: 'null object' });
    const body = { id: 'x', identifier: 'other', provider: 'sql', name: 'New', config: { key: null } };
    expect(received(patchDriver, { body }).body).toEqual({ name: 'New', config: { key: null } });
  });

  it('is shown in a wrapper', () => {
    const file = `${__dirname}/driver.dto.ts`;
    expect(membersOf(file, 'ListedDriver')).toBe('config');
    expect(membersOf(file, 'DriverRecord')).toBe('id, identifier, name, provider, config');
  });
});
