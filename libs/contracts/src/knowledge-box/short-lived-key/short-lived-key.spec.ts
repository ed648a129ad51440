import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { beyond, conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import {
  createAgentSessionKey,
  createEphemeralToken,
  createKnowledgeBoxEphemeralToken,
  createTemporalKey,
  getTemporaryAccessToken,
} from './short-lived-key.operations';

const temporal = (body: unknown) => faults(createTemporalKey, { body });
const ephemeral = (body: unknown) => faults(createEphemeralToken, { body });

describe('credentials that live for a short time', () => {
  it('are made with API keys, and tokens of readers also by users', () => {
    expect(
      routesOf(
        createTemporalKey,
        createAgentSessionKey,
        createEphemeralToken,
        createKnowledgeBoxEphemeralToken,
        getTemporaryAccessToken,
      ),
    ).toEqual({
      'POST /service_account_temporal_key': '201 json; any of self; sa',
      'POST /service_account_agent_key': '201 json; any of self; sa',
      'POST /ephemeral_token': '201 json; any of self; sa user pat',
      'POST /account/{account}/kb/{kbid}/ephemeral_tokens': '201 json; any of kb; sa user pat',
      'GET /temp-access-token': '200 json; any of self; sa user pat',
    });
  });

  it('are never made with a credential of their own kind, which they would outlive', () => {
    expect(
      conductOf(
        createTemporalKey,
        createAgentSessionKey,
        createEphemeralToken,
        createKnowledgeBoxEphemeralToken,
        getTemporaryAccessToken,
      ),
    ).toEqual({
      'kb.temporal-key.create': '10 s, no temporal keys',
      'kb.agent-session-key.create': '10 s, no temporal keys',
      'kb.ephemeral-token.create': '10 s, no temporal keys',
      'kb.ephemeral-token.create-for-box': '10 s, no temporal keys',
      'kb.ephemeral-token.get-temporary': '10 s, no temporal keys',
    });
  });

  it('are returned once, as a token', () => {
    expect(membersOf(join(__dirname, 'short-lived-key.dto.ts'), 'ShortLivedToken')).toBe('token');
  });
});

describe('a temporal key', () => {
  it('lives for 10 seconds and is not restricted, unless the request says otherwise', () => {
    expect(received(createTemporalKey, { body: {} })).toEqual({ body: { ttl: 10 } });
    expect(received(createTemporalKey, { body: { ttl: null, security_groups: null } })).toEqual({
      body: { ttl: 10, security_groups: null },
    });
    const body = { ttl: 1, security_groups: ['chefs', '/hr/leads', 'Straße'] };
    expect(received(createTemporalKey, { body })).toEqual({ body });
  });

  it.each([
    [0, 'Input should be greater than or equal to 1'],
    [-5, 'Input should be greater than or equal to 1'],
    [11, 'Input should be less than or equal to 10'],
    [3_600, 'Input should be less than or equal to 10'],
    [1.5, 'Input should be a valid integer, got a number with a fractional part'],
    ['soon', 'Input should be a valid integer, unable to parse string as an integer'],
  ])('lives from 1 to 10 seconds, not %j', (ttl, fault) => {
    expect(temporal({ ttl })).toEqual([`body.ttl: ${fault}`]);
  });

  it('has at most 256 groups of at most 512 characters, without semicolons', () => {
    expect(beyond(256, (size) => temporal({ security_groups: list(size, (index) => `g${index}`) }))).toEqual([
      'body.security_groups: List should have at most 256 items after validation, not 257',
    ]);
    expect(beyond(512, (size) => temporal({ security_groups: [text(size)] }))).toEqual([
      'body.security_groups.0: String should have at most 512 characters',
    ]);
    for (const group of ['a;b', ';', ''])
      expect(temporal({ security_groups: ['ok', group] })).toEqual([
        expect.stringMatching(/^body\.security_groups\.1: /),
      ]);
  });

  it('needs a body, which may be empty', () => {
    expect(temporal(undefined)).toEqual(['body: Field required']);
    expect(temporal([])).toHaveLength(1);
  });
});

describe('a key for a session of an agent', () => {
  it('needs a session, and lives for 10 seconds at most', () => {
    const body = { agent_session: 's' };
    expect(received(createAgentSessionKey, { body })).toEqual({ body: { ...body, ttl: 10 } });
    expect(faults(createAgentSessionKey, { body: {} })).toEqual(['body.agent_session: Field required']);
    for (const ttl of [0, 11]) expect(faults(createAgentSessionKey, { body: { ...body, ttl } })).toHaveLength(1);
    expect(beyond(250, (size) => faults(createAgentSessionKey, { body: { agent_session: text(size) } }))).toEqual([
      'body.agent_session: String should have at most 250 characters',
    ]);
  });

  it('cannot be restricted to groups, which would be ignored', () => {
    const body = { agent_session: 's', security_groups: ['chefs'] };
    expect(faults(createAgentSessionKey, { body })).toHaveLength(1);
  });
});

describe('an ephemeral token', () => {
  it('lives for an hour and reads all of its box, unless the request says otherwise', () => {
    for (const operation of [createEphemeralToken, createKnowledgeBoxEphemeralToken]) {
      expect(received(operation, { body: {} })).toEqual({ body: { ttl: 3_600 } });
      expect(received(operation, { body: { path: null, ttl: null, agent_session: null } })).toEqual({
        body: { ttl: 3_600, path: null, agent_session: null },
      });
    }
  });

  it.each([
    [{ ttl: 0 }, 'ttl: Input should be greater than or equal to 1'],
    [{ ttl: 3_601 }, 'ttl: Input should be less than or equal to 3600'],
    [{ path: 'kb/k/resource' }, "path: String should match pattern '^\\/'"],
    [{ path: '' }, "path: String should match pattern '^\\/'"],
    [{ path: 7 }, 'path: Input should be a valid string'],
    [{ agent_session: '' }, 'agent_session: String should have at least 1 character'],
    [{ agent_session: 7 }, 'agent_session: Input should be a valid string'],
  ])('is refused with %j', (body, fault) => {
    for (const operation of [createEphemeralToken, createKnowledgeBoxEphemeralToken])
      expect(faults(operation, { body })).toEqual([`body.${fault}`]);
  });

  it('is for one session of an agent, whose name has at most 250 characters', () => {
    for (const operation of [createEphemeralToken, createKnowledgeBoxEphemeralToken]) {
      expect(received(operation, { body: { agent_session: 's-1' } })).toMatchObject({ body: { agent_session: 's-1' } });
      expect(beyond(250, (size) => faults(operation, { body: { agent_session: text(size) } }))).toEqual([
        'body.agent_session: String should have at most 250 characters',
      ]);
    }
  });

  it('is for one path, with what lies below it', () => {
    for (const path of ['/kb/k/resource/r', '/api/v1/kb/k', '/'])
      expect(received(createEphemeralToken, { body: { path } })).toMatchObject({ body: { path } });
    expect(beyond(2_048, (size) => ephemeral({ path: `/${text(size - 1)}` }))).toEqual([
      'body.path: String should have at most 2048 characters',
    ]);
  });

  it('of five minutes names its path in the query', () => {
    expect(received(getTemporaryAccessToken, {})).toEqual({ query: {} });
    expect(received(getTemporaryAccessToken, { query: { path: '/kb/k', ttl: '9' } })).toEqual({
      query: { path: '/kb/k' },
    });
    expect(faults(getTemporaryAccessToken, { query: { path: 'kb/k' } })).toHaveLength(1);
    const long = (size: number) => ({ query: { path: `/${text(size - 1)}` } });
    expect(beyond(2_048, (size) => faults(getTemporaryAccessToken, long(size)))).toEqual([
      'query.path: String should have at most 2048 characters',
    ]);
    expect(getTemporaryAccessToken.body).toBeUndefined();
  });
});
