import { join } from 'node:path';
import fc from 'fast-check';
import { membersOf } from '../../validation/answers.fixture';
import { beyond, conductOf, faults, map, received, routesOf, text } from '../../validation/requests.fixture';
import {
  createNuaClient,
  deleteNuaClient,
  getNuaClient,
  listNuaClientActivity,
  listNuaClients,
  modifyNuaClient,
  readNuaClientWebhook,
  renewNuaClientKey,
} from './nua-client.operations';

const OWNS = 'AOWNER of account; user pat';
const item = '/account/{account}/nua_client/{client_id}';
const base = { title: 'Crawler', contact: 'ada@example.org' };
const created = (more: object) => faults(createNuaClient, { body: { ...base, ...more } });
const modified = (body: unknown) => faults(modifyNuaClient, { body });

describe('NUA clients', () => {
  it('are managed by owners of the account, never with the key of one', () => {
    expect(
      routesOf(
        listNuaClients,
        createNuaClient,
        getNuaClient,
        modifyNuaClient,
        deleteNuaClient,
        renewNuaClientKey,
        listNuaClientActivity,
      ),
    ).toEqual({
      'GET /account/{account}/nua_clients': `200 json; ${OWNS}`,
      'POST /account/{account}/nua_clients': `201 json; ${OWNS}`,
      [`GET ${item}`]: `200 json; ${OWNS}`,
      [`PATCH ${item}`]: `200 json; ${OWNS}`,
      [`DELETE ${item}`]: `204 empty; ${OWNS}`,
      [`PUT ${item}/key`]: `201 json; ${OWNS}`,
      [`GET ${item}/activity`]: `200 json; ${OWNS}`,
    });
    expect(routesOf(readNuaClientWebhook)).toEqual({});
  });

  it('can lose their key while the disk is full', () => {
    expect(conductOf(createNuaClient, modifyNuaClient, deleteNuaClient, renewNuaClientKey)).toEqual({
      'kb.nua-client.create': '10 s, needs room',
      'kb.nua-client.modify': '10 s',
      'kb.nua-client.delete': '10 s',
      'kb.nua-client.renew-key': '10 s',
    });
  });

  it('are listed in a member, and their key is in no record', () => {
    const answer = (name: string) => membersOf(join(__dirname, 'nua-client.dto.ts'), name);
    expect(listNuaClients.http?.member).toBeUndefined();
    expect(answer('NuaClientList')).toBe('clients');
    expect(answer('NuaClientRecord')).toBe(
      'client_id, internal_id, title, contact, description|null, created, partitions, processing_webhook|null, ' +
        'allow_kb_management, tokens_limit|null',
    );
    expect(answer('NuaClientKey')).toBe('client_id, internal_id, token, webhook_secret');
    expect(answer('NuaClientEventRecord')).toBe('id, date, kind, actor, details');
  });

  it('conflict by their client id', () => {
    expect(Object.keys(createNuaClient.fails ?? {}).sort()).toEqual(['conflict', 'quota_exceeded', 'storage_full']);
  });

  it('are found by their client id, and their events by page', () => {
    expect(received(listNuaClients, {})).toEqual({ query: {} });
    expect(received(listNuaClients, { query: { client_id: 'crawler' } })).toEqual({ query: { client_id: 'crawler' } });
    expect(received(listNuaClientActivity, {})).toEqual({ query: { page: 0 } });
    expect(beyond(1_000, (page) => faults(listNuaClientActivity, { query: { page: `${page}` } }))).toEqual([
      'query.page: Input should be less than or equal to 1000',
    ]);
    expect(faults(listNuaClientActivity, { query: { page: '-1' } })).toEqual([
      'query.page: Input should be greater than or equal to 0',
    ]);
  });
});

describe('a new NUA client', () => {
  it('needs a title and a contact, and may not manage boxes by default', () => {
    expect(received(createNuaClient, { body: base })).toEqual({ body: { ...base, allow_kb_management: false } });
    expect(faults(createNuaClient, { body: {} })).toEqual([
      'body.title: Field required',
      'body.contact: Field required',
    ]);
  });

  it('keeps what it has as it was sent', () => {
    const body = {
      ...base,
      description: 'Über 😀',
      client_id: 'crawler:1',
      processing_webhook: { uri: 'https://hooks.example.org/a?b=c', headers: { 'x-key': 'secret' } },
      allow_kb_management: true,
      tokens_limit: 9_007_199_254_740_991,
    };
    expect(received(createNuaClient, { body: { ...body, internal_id: 'x' } })).toEqual({ body });
    const nulls = { description: null, client_id: null, processing_webhook: null, tokens_limit: null };
    expect(created({ ...nulls, allow_kb_management: null })).toEqual([]);
  });

  it.each([
    [{ allow_kb_management: 'sometimes' }, 'allow_kb_management: Input should be a valid boolean'],
    [{ tokens_limit: -1 }, 'tokens_limit: Input should be greater than or equal to 0'],
    [{ tokens_limit: 1.5 }, 'tokens_limit: Input should be a valid integer, got a number with a fractional part'],
    [{ tokens_limit: 2 ** 53 }, 'tokens_limit: Input should be less than or equal to 9007199254740991'],
    [{ title: '' }, 'title: '],
    [{ contact: '' }, 'contact: '],
    [{ contact: null }, 'contact: Input should be a valid string'],
    [{ processing_webhook: {} }, 'processing_webhook.uri: Field required'],
    [{ processing_webhook: 'https://a.example' }, 'processing_webhook: Input should be a valid dictionary'],
    [{ processing_webhook: { uri: 'ftp://a.example' } }, 'processing_webhook.uri: '],
    [{ processing_webhook: { uri: 'hooks.example.org' } }, 'processing_webhook.uri: '],
    [{ processing_webhook: { uri: 'javascript:alert(1)' } }, 'processing_webhook.uri: '],
    [
      { processing_webhook: { uri: 'https://a.example', headers: { a: 1 } } },
      'processing_webhook.headers.a: Input should be a valid string',
    ],
  ])('is refused with %j', (more, fault) => {
    expect(created(more)).toEqual([expect.stringContaining(`body.${fault}`)]);
  });

  it('may be told at an address within the network', () => {
    for (const uri of ['http://localhost:3000/hook', 'http://worker/hook', 'https://10.0.0.1:8443/'])
      expect([uri, created({ processing_webhook: { uri } })]).toEqual([uri, []]);
  });

  it.each<[string, number, (size: number) => object]>([
    ['title: String should have at most 2048 characters', 2_048, (size) => ({ title: text(size) })],
    ['contact: String should have at most 2048 characters', 2_048, (size) => ({ contact: text(size) })],
    ['description: String should have at most 10000 characters', 10_000, (size) => ({ description: text(size) })],
    [
      'processing_webhook.headers: Dictionary should have at most 64 items after validation, not 65',
      64,
      (size) => ({ processing_webhook: { uri: 'https://a.example', headers: map(size, () => 'x') } }),
    ],
    [
      'processing_webhook.headers.a: String should have at most 8192 characters',
      8_192,
      (size) => ({ processing_webhook: { uri: 'https://a.example', headers: { a: text(size) } } }),
    ],
    [
      'processing_webhook.uri: String should have at most 2048 characters',
      2_048,
      (size) => ({ processing_webhook: { uri: `https://a.example/${text(size - 18)}` } }),
    ],
  ])('is refused with %s', (fault, bound, more) => {
    expect(beyond(bound, (size) => created(more(size)))).toEqual([`body.${fault}`]);
  });
});

describe('a client id', () => {
  const named = (client_id: unknown) => created({ client_id });

  it('has letters, digits, colons, dots, underscores and dashes, and begins with one of the first two', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Z0-9][a-zA-Z0-9:._-]{0,127}$/), (id) => {
        expect(named(id)).toEqual([]);
      }),
    );
    for (const id of ['', '-a', '.a', ':a', 'a b', 'a/b', 'ä', 'a\n']) expect(named(id)).toHaveLength(1);
  });

  it('has no character whose base64 differs between alphabets', () => {
    for (const character of '>?~') expect([character, named(`a${character}`).length]).toEqual([character, 1]);
  });

  it('has at most 128 characters', () => {
    expect(beyond(128, (size) => named(text(size)))).toEqual([expect.stringContaining('body.client_id: ')]);
  });
});

describe('a change of a NUA client', () => {
  it('has a title, a contact and a limit, or nothing', () => {
    const body = { title: 'New', contact: 'bob@example.org', tokens_limit: 0 };
    expect(received(modifyNuaClient, { body })).toEqual({ body });
    expect(received(modifyNuaClient, { body: {} })).toEqual({ body: {} });
    expect(received(modifyNuaClient, { body: { tokens_limit: null } })).toEqual({ body: { tokens_limit: null } });
  });

  it('never gives the right to manage boxes, nor another id', () => {
    const body = { allow_kb_management: true, client_id: 'other', internal_id: 'x', title: 'New' };
    expect(received(modifyNuaClient, { body })).toEqual({ body: { title: 'New' } });
  });

  it('keeps the bounds of a new one', () => {
    expect(modified({ title: '' })).toHaveLength(1);
    expect(modified({ tokens_limit: -1 })).toEqual(['body.tokens_limit: Input should be greater than or equal to 0']);
    expect(beyond(2_048, (size) => modified({ contact: text(size) }))).toHaveLength(1);
  });
});
