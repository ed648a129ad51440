import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { InProcessBus } from '@lectern/bus';
import type { VerifiedUser } from '@lectern/contracts/accounts';
import {
  AccountIdOrSlug,
  type AnyOperation,
  AppError,
  type BlockableFeature,
  type Feature,
  KnowledgeBoxId,
  type Policy,
} from '@lectern/contracts/core';
import type { KnowledgeBoxAccess, VerifiedKey } from '@lectern/contracts/knowledge-box';
import { Metrics } from '@lectern/runtime';
import { Edge } from '../edge/edge';
import { AccessService } from './access.service';
import { TargetResolution } from './target-resolution';
import { Authorizer, type Guarded, type Visit } from './authorizer';
import { bearerCarrier } from './misplaced-credential';

const ACCOUNT = 'aaaaaaaa-0000-4000-8000-000000000001';
const OTHER = 'aaaaaaaa-0000-4000-8000-000000000002';
const BOX = 'bbbbbbbb-0000-4000-8000-000000000001';
const PUBLISHED = 'bbbbbbbb-0000-4000-8000-000000000002';
const FOREIGN = 'bbbbbbbb-0000-4000-8000-000000000003';
const MEMORYLESS = 'bbbbbbbb-0000-4000-8000-000000000005';
const OFFICE_ONLY = 'bbbbbbbb-0000-4000-8000-000000000004';

const key: VerifiedKey = { kind: 'sa', id: 'robot', account: ACCOUNT, kb: BOX, role: 'SCONTRIBUTOR', key: 'k1' };
const owner: VerifiedUser = {
  kind: 'user',
  id: 'ann',
  type: 'USER',
  key: 'k2',
  accounts: [{ id: ACCOUNT, slug: 'acme', role: 'AOWNER' }],
};
const credentials: Readonly<Record<string, VerifiedKey | VerifiedUser>> = {
  robot: key,
  restricted: { ...key, kind: 'temporal', securityGroups: ['hr'] },
  unrestricted: { ...key, kind: 'temporal' },
  blind: { ...key, kind: 'temporal', securityGroups: [] },
  link: { ...key, kind: 'eph', role: 'SMEMBER', path: `/kb/${BOX}/resource/r` },
  nua: { kind: 'nua', id: 'client', account: ACCOUNT, key: 'k3' },
  owner,
};
const open = { allowedOrigins: null, allowedIpAddresses: null, userRole: null, blockedFeatures: [] };
const boxes: readonly KnowledgeBoxAccess[] = [
  { ...open, kbid: BOX, account: ACCOUNT, state: 'PRIVATE', allowedIpAddresses: ['10.0.0.0/8'] },
  { ...open, kbid: PUBLISHED, account: OTHER, state: 'PUBLISHED' },
  { ...open, kbid: FOREIGN, account: OTHER, state: 'PRIVATE' },
  { ...open, kbid: MEMORYLESS, account: ACCOUNT, state: 'PRIVATE', refusesContent: true },
  { ...open, kbid: OFFICE_ONLY, account: OTHER, state: 'PUBLISHED', allowedIpAddresses: ['10.0.0.0/8'] },
];

/** The called services, over these tables; calls about boxes are recorded. */
function authorizer(blockedFeatures: readonly BlockableFeature[] = []) {
  const asked: unknown[] = [];
  const found = <T>(value: T | undefined, code: 'not_found' | 'unauthorized'): T => {
    if (value === undefined) throw new AppError(code, code);
    return value;
  };
  const request = async ({ name }: AnyOperation, { body }: { readonly body: Record<string, string> }) => {
    if (name.endsWith('credential.verify')) return found(credentials[body['token'] ?? ''], 'unauthorized');
    if (name === 'accounts.account.resolve') return { id: body['account'], slug: 'other', blockedFeatures };
    asked.push(body);
    const box = boxes.find(({ kbid }) => kbid === body['kbid']);
    return { ...found(box, 'not_found'), blockedFeatures };
  };
  const edge = Edge.fromEnvironment({});
  const bus = Object.assign(new InProcessBus(), { request });
  const access = new AccessService(bus, edge, new Metrics(), new TargetResolution(bus, {}));
  return { authorizer: new Authorizer(access, edge), asked };
}

interface Visiting extends Partial<Omit<Visit, 'request'>> {
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly address?: string;
}

function visit({ headers = {}, method = 'GET', address = '10.1.2.3', ...members }: Visiting): Visit {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: address });
  const request = Object.assign(new IncomingMessage(socket), { method, headers });
  request.rawHeaders = Object.entries(headers).flat();
  return { request, params: {}, query: {}, path: '/', ...members };
}

const readBox: Policy = { credentials: ['sa', 'user', 'pat', 'eph', 'none'], role: 'READER', on: 'kb' };
const writeBox: Policy = { credentials: ['sa', 'user', 'pat'], role: 'WRITER', on: 'kb' };

class AccountBoxTarget {
  @AccountIdOrSlug() account!: string;
  @KnowledgeBoxId() kbid!: string;
}

const guarded = (policy: Policy): Guarded => ({ policy, http: { host: 'zone' }, params: AccountBoxTarget });
const bySa = (token: string) => ({ 'X-SVC-ServiceAccount': `Bearer ${token}` });
const byUser = { authorization: 'Bearer owner' };
const admit = (policy: Policy, visiting: Visiting) => authorizer().authorizer.admit(guarded(policy), visit(visiting));
const code = (name: string) => expect.objectContaining({ code: name });

describe('the authorizer', () => {
  it('admits a key with its roles on its box, and writes ids as they are written inside', async () => {
    const params = { kbid: BOX.replaceAll('-', '').toUpperCase() };
    expect(await admit(writeBox, { headers: bySa('robot'), params })).toEqual({
      principal: {
        kind: 'sa',
        id: 'robot',
        key: 'k1',
        account: ACCOUNT,
        kb: BOX,
        roles: ['SCONTRIBUTOR', 'READER', 'WRITER'],
      },
      params: { kbid: BOX },
    });
  });

  it('passes the groups of a key on, and none where there are none', async () => {
    const asking: Policy = { ...readBox, credentials: ['sa', 'temporal'] };
    const groupsOf = async (token: string) =>
      (await admit(asking, { headers: bySa(token), params: { kbid: BOX } })).principal.securityGroups;
    expect(await groupsOf('restricted')).toEqual(['hr']);
    expect(await groupsOf('unrestricted')).toBeUndefined();
    expect(await groupsOf('blind')).toEqual([]);
  });

  it('never asks about another box than that of a key', async () => {
    const { authorizer: own, asked } = authorizer();
    for (const kbid of [FOREIGN, PUBLISHED, 'cccccccc-0000-4000-8000-000000000000']) {
      const there = visit({ headers: bySa('robot'), params: { kbid } });
      await expect(own.admit(guarded(readBox), there)).rejects.toEqual(code('forbidden'));
    }
    expect(asked).toEqual([]);
  });

  it('lets a token made for one path in there, and nowhere else in its box', async () => {
    const at = (path: string) => ({ path, params: { kbid: BOX }, query: { 'eph-token': 'link' } });
    expect((await admit(readBox, at(`/api/v1/kb/${BOX}/resource/r/file/f`))).principal.kind).toBe('eph');
    await expect(admit(readBox, at(`/api/v1/kb/${BOX}/resource/other`))).rejects.toEqual(code('forbidden'));
  });

  it.each([
    ['POST', 'link'],
    ['GET', ''],
    ['GET', ['link', 'link']],
  ])('reads no token from the query of a %s with %j', async (method, token) => {
    const visiting = { method, params: { kbid: BOX }, path: `/api/v1/kb/${BOX}/resource/r` };
    await expect(admit(readBox, { ...visiting, query: { 'eph-token': token } })).rejects.toEqual(code('unauthorized'));
  });

  it('lets nobody into published boxes, with READER alone, and tells nothing of others', async () => {
    const { principal } = await admit(readBox, { params: { kbid: PUBLISHED } });
    expect(principal).toEqual({ kind: 'none', id: '', roles: ['READER'], account: OTHER, kb: PUBLISHED });
    const writing: Policy = { ...writeBox, credentials: ['none', 'sa'] };
    for (const kbid of [BOX, FOREIGN, 'cccccccc-0000-4000-8000-000000000000', 'box', ''])
      await expect(admit(readBox, { params: { kbid } })).rejects.toEqual(code('unauthorized'));
    await expect(admit(writing, { params: { kbid: PUBLISHED } })).rejects.toEqual(code('unauthorized'));
  });

  it('lets a user without a role do in a published box what nobody may, and nothing else', async () => {
    const guest = { headers: byUser, params: { kbid: PUBLISHED } };
    const { principal } = await admit(readBox, guest);
    expect(principal).toMatchObject({ kind: 'user', id: 'ann', roles: ['READER'], kb: PUBLISHED });
    const readers: Policy = { ...readBox, credentials: ['sa', 'user', 'pat', 'eph'] };
    await expect(admit(readers, guest)).rejects.toEqual(code('forbidden'));
    await expect(admit(readBox, { ...guest, params: { kbid: FOREIGN } })).rejects.toEqual(code('forbidden'));
  });

  it('lets a guest into a published box from no other address than nobody, with the console, too', async () => {
    const console = { 'x-lectern-console': '1', cookie: 'lectern-session=owner' };
    for (const headers of [{}, byUser, console]) {
      const inside = { headers, params: { kbid: OFFICE_ONLY } };
      expect((await admit(readBox, inside)).principal.roles).toEqual(['READER']);
      await expect(admit(readBox, { ...inside, address: '192.0.2.1' })).rejects.toEqual(code('forbidden'));
    }
  });

  it('asks nobody for a credential where all may come', async () => {
    const everyone: Policy = { credentials: ['none'], role: 'any', on: 'nothing' };
    const { principal } = await admit(everyone, { headers: bySa('unknown') });
    expect(principal).toEqual({ kind: 'none', id: '', roles: [] });
  });

  it('lets a box be read only from the addresses that it allows', async () => {
    const params = { kbid: BOX };
    const away = { headers: bySa('robot'), params, address: '192.0.2.1' };
    await expect(admit(readBox, away)).rejects.toEqual(code('forbidden'));
    const owners: Policy = { ...readBox, role: 'SOWNER' };
    const ownerAway = { headers: byUser, params, address: '192.0.2.1' };
    await expect(admit(owners, ownerAway)).rejects.toEqual(code('forbidden'));
    expect((await admit({ ...owners, management: true }, ownerAway)).principal.id).toBe('ann');
  });

  it('lets nobody add content to an agent without memory, and says so to those who might', async () => {
    const { authorizer: own } = authorizer();
    const there = visit({ headers: byUser, params: { kbid: MEMORYLESS } });
    const adding = { ...guarded({ ...readBox, role: 'SOWNER' }), feature: 'upload' } as const;
    await expect(own.admit(adding, there)).rejects.toEqual(code('bad_request'));
    await expect(own.admit({ ...adding, feature: 'search' }, there)).resolves.toBeDefined();
    const running = { ...adding, policy: { ...readBox, role: 'ROOT' } } as const;
    await expect(own.admit(running, there)).rejects.toEqual(code('forbidden'));
  });

  it('says of an unknown box what the operation says of it', async () => {
    const unknown = 'cccccccc-0000-4000-8000-000000000000';
    const saidBy = async (unknownBox?: string) => {
      const operation = { ...guarded(readBox), http: { host: 'zone', unknownBox } } as const;
      const { authorizer: own } = authorizer();
      return own
        .admit(operation, visit({ headers: byUser, params: { kbid: unknown } }))
        .catch(({ message }) => message);
    };
    expect(await saidBy()).toBe('Knowledge Box does not exist');
    expect(await saidBy('Knowledge Box not found.')).toBe('Knowledge Box not found.');
    expect(await saidBy("Knowledge Box '{kbid}' does not exist")).toBe(`Knowledge Box '${unknown}' does not exist`);
  });

  it('finds a box only under the account that owns it', async () => {
    const managing: Policy = { credentials: ['user'], role: 'AOWNER', on: 'account' };
    const under = (account: string, kbid: string) => admit(managing, { headers: byUser, params: { account, kbid } });
    expect((await under('acme', BOX)).params).toEqual({ account: ACCOUNT, kbid: BOX });
    await expect(under('acme', FOREIGN)).rejects.toEqual(code('not_found'));
    await expect(under(OTHER, FOREIGN)).rejects.toEqual(code('forbidden'));
  });

  describe('of an account that is blocked for searching', () => {
    const enter = (blocked: readonly BlockableFeature[], [feature, policy]: [Feature?, Policy?], visiting: Visiting) =>
      authorizer(blocked).authorizer.admit({ ...guarded(policy ?? readBox), feature }, visit(visiting));
    const mine = { headers: bySa('robot'), params: { kbid: BOX } };
    const anyone = { params: { kbid: PUBLISHED } };

    it('refuses to search its boxes, and nothing else', async () => {
      await expect(enter(['search'], ['search'], mine)).rejects.toEqual(code('blocked'));
      expect((await enter(['search'], ['generative'], mine)).principal.id).toBe('robot');
      expect((await enter(['search'], [], mine)).principal.id).toBe('robot');
      expect((await enter([], ['search'], mine)).principal.id).toBe('robot');
    });

    it('refuses anonymous callers where it is blocked for them, and others where it is for these', async () => {
      await expect(enter(['public_search'], ['search'], anyone)).rejects.toEqual(code('blocked'));
      expect((await enter(['search'], ['search'], anyone)).principal.kind).toBe('none');
      expect((await enter(['public_search'], ['search'], mine)).principal.id).toBe('robot');
    });

    it('refuses guests where it is blocked for anonymous callers', async () => {
      const guest = { ...anyone, headers: byUser };
      await expect(enter(['public_search'], ['search'], guest)).rejects.toEqual(code('blocked'));
      expect((await enter(['search'], ['search'], guest)).principal.id).toBe('ann');
    });

    it('says so after the place a caller comes from was checked, and before its role is', async () => {
      const away = { ...mine, address: '192.0.2.1' };
      await expect(enter(['search'], ['search'], away)).rejects.toEqual(code('forbidden'));
      const owners: Policy = { ...readBox, role: 'ROOT' };
      await expect(enter(['search'], ['search', owners], mine)).rejects.toEqual(code('blocked'));
      await expect(enter([], ['search', owners], mine)).rejects.toEqual(code('forbidden'));
      const elsewhere = { ...mine, params: { kbid: PUBLISHED } };
      await expect(enter(['search'], ['search'], elsewhere)).rejects.toEqual(code('forbidden'));
    });

    it('tells anonymous callers nothing of a box that is not published', async () => {
      await expect(enter(['public_search'], ['search'], { params: { kbid: BOX } })).rejects.toEqual(
        code('unauthorized'),
      );
    });

    it('refuses what is done with the account itself', async () => {
      const managing: Policy = { credentials: ['user'], role: 'AOWNER', on: 'account' };
      const restoring = { headers: byUser, params: { account: 'acme' } };
      await expect(enter(['upload'], ['upload', managing], restoring)).rejects.toEqual(code('blocked'));
      expect((await enter(['search'], ['upload', managing], restoring)).principal.account).toBe(ACCOUNT);
    });

    it('refuses what keys of the account do without a box', async () => {
      const predicting: Policy = { credentials: ['nua'], role: 'any', on: 'nothing' };
      const asking = { headers: { 'x-svc-nuakey': 'Bearer nua' } };
      await expect(enter(['generative'], ['generative', predicting], asking)).rejects.toEqual(code('blocked'));
      expect((await enter(['search'], ['generative', predicting], asking)).principal.account).toBe(ACCOUNT);
    });
  });

  it('gives a NUA key no roles, and lets it into boxes of its account alone', async () => {
    const predicting: Policy = { credentials: ['nua'], role: 'any', on: 'kb' };
    const headers = { 'x-svc-nuakey': 'Bearer nua' };
    expect((await admit(predicting, { headers, params: { kbid: BOX } })).principal.roles).toEqual([]);
    await expect(admit(predicting, { headers, params: { kbid: PUBLISHED } })).rejects.toEqual(code('forbidden'));
  });

  it('takes a bearer token for a NUA key where the operation says so', async () => {
    const headers = { authorization: 'Bearer nua' };
    const compatible: Policy = { credentials: ['nua'], role: 'any', on: 'nothing', bearer: 'nua' };
    expect((await admit(compatible, { headers })).principal).toMatchObject({ kind: 'nua', id: 'client' });
  });

  it('takes API keys as bearer tokens where the operation says so, besides tokens of users', async () => {
    const chats: Policy = { ...readBox, bearer: 'any-key' };
    const typed = `${Buffer.from('{"typ":"api-key+jwt"}').toString('base64url')}.robot`;
    expect(bearerCarrier(typed, 'any-key')).toBe('service-account');
    expect([bearerCarrier(typed, undefined), bearerCarrier(typed, 'nua')]).toEqual(['authorization', 'nua']);
    const admitted = await admit(chats, { headers: byUser, params: { kbid: PUBLISHED } });
    expect(admitted.principal.kind).toBe('user');
  });

  it('refuses what it cannot verify, and two credentials before it verifies either', async () => {
    const params = { kbid: PUBLISHED };
    await expect(admit(readBox, { headers: bySa('unknown'), params })).rejects.toEqual(code('unauthorized'));
    const two = { ...bySa('robot'), ...byUser };
    await expect(admit(readBox, { headers: two, params })).rejects.toEqual(code('several_credentials'));
  });
});
