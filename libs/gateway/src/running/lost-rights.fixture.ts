import { blockableFeatures, idParametersOf, type KnowledgeBoxRole } from '@lectern/contracts/core';
import type { KnowledgeBoxAccess, VerifiedKey } from '@lectern/contracts/knowledge-box';
import type { AccessWorld } from '../access/access-world.fixture';
import type { HttpOperation } from '../operation/http-operation';

export const ACCOUNT = 'aaaaaaaa-0000-4000-8000-000000000001';
export const BOX = 'bbbbbbbb-0000-4000-8000-000000000001';
/** Whoever has a role on the box has it on this agent, too; keys are for the box alone. */
export const AGENT = 'dddddddd-0000-4000-8000-000000000001';

type Change = { readonly kbid?: string; readonly account?: string; readonly user?: string; readonly key?: string };

/** A way to lose a right, from the caller that has it to how it is refused in the end. */
export interface WayToLose {
  readonly name: string;
  /** Of the caller. */
  readonly headers: Readonly<Record<string, string>>;
  readonly world: AccessWorld;
  /** Revokes the permission. @returns the events of the services; nothing where time alone revokes it */
  readonly lose: () => Change | undefined;
  /** The status of a request that is not answered yet. */
  readonly status: number;
  /** Whether the operation is one that the caller loses; all that it may call by default. */
  readonly concerns?: (operation: HttpOperation) => boolean;
}

interface Caller {
  readonly role?: KnowledgeBoxRole;
  readonly membership?: 'AOWNER' | 'AMEMBER';
  readonly isPublished?: boolean;
}

const open = { account: ACCOUNT, state: 'PRIVATE', allowedOrigins: null, allowedIpAddresses: null } as const;

function worldOf(isPublished = false): AccessWorld {
  const box = { ...open, state: isPublished ? ('PUBLISHED' as const) : open.state, roles: {} };
  return {
    users: {},
    keys: {},
    boxes: { [BOX]: box, [AGENT]: { ...box, isAgent: true } },
    accounts: { [ACCOUNT]: 'acme' },
  };
}

function changeBox({ boxes }: AccessWorld, changes: Partial<KnowledgeBoxAccess> & { readonly roles?: object }): void {
  for (const id of [BOX, AGENT]) Object.assign(boxes[id] ?? {}, changes);
}

/** Ephemeral tokens show in their claims what they are bound to. */
const ephemeral = `header.${Buffer.from(JSON.stringify({ kb_id: BOX })).toString('base64url')}.signature`;
const ofKind = {
  sa: { headers: { 'x-svc-serviceaccount': 'Bearer token' }, token: 'token', box: { kb: BOX, role: 'SOWNER' } },
  temporal: { headers: { 'x-svc-serviceaccount': 'Bearer token' }, token: 'token', box: { kb: BOX, role: 'SOWNER' } },
  eph: { headers: { authorization: `Bearer ${ephemeral}` }, token: ephemeral, box: { kb: BOX, role: 'SMEMBER' } },
  nua: { headers: { 'x-svc-nuakey': 'Bearer token' }, token: 'token', box: { allowKbManagement: true } },
} as const;

function ofKey(kind: keyof typeof ofKind, more: Partial<VerifiedKey> = {}) {
  const { headers, token, box } = ofKind[kind];
  const world = worldOf();
  world.keys[token] = { kind, id: 'id', account: ACCOUNT, key: 'key', ...box, ...more };
  const lose = (): Change => {
    delete world.keys[token];
    return { key: 'key' };
  };
  return { headers, world, lose };
}

function ofUser(kind: 'user' | 'pat', { role, membership, isPublished }: Caller) {
  const world = worldOf(isPublished);
  if (role) changeBox(world, { roles: { id: role } });
  const accounts = membership ? [{ id: ACCOUNT, slug: 'acme', role: membership }] : [];
  const user = { kind, id: 'id', type: 'USER', accounts, key: 'key' } as const;
  world.users['token'] = user;
  return { headers: { authorization: 'Bearer token' }, world, user };
}

/** In this time all requests of a spec are open. */
const LIFETIME_MS = 2_500;

function expiring(kind: keyof typeof ofKind, name: string): WayToLose {
  const { headers, world, lose } = ofKey(kind, { expiresMs: Date.now() + LIFETIME_MS });
  const expire = () => {
    lose();
    return undefined;
  };
  return { name, headers, world, lose: expire, status: 401 };
}

function deleted(kind: keyof typeof ofKind, name: string): WayToLose {
  return { name, ...ofKey(kind), status: 401 };
}

/** It says of itself what it is. */
const scimToken = `${Buffer.from('{"typ":"scim+jwt"}').toString('base64url')}.payload.signature`;

function revokedScimToken(): WayToLose {
  const scimTokens = { [scimToken]: { id: 'key', account: ACCOUNT, expiresMs: Date.now() + 1e9 } };
  const lose = () => {
    Reflect.deleteProperty(scimTokens, scimToken);
    return { key: 'key' };
  };
  const headers = { authorization: `Bearer ${scimToken}` };
  return { name: 'a SCIM token is revoked', headers, world: { ...worldOf(), scimTokens }, lose, status: 401 };
}

function ended(kind: 'user' | 'pat', name: string): WayToLose {
  const { headers, world } = ofUser(kind, { role: 'SOWNER', membership: 'AOWNER' });
  const lose = () => {
    delete world.users['token'];
    return { key: 'key' };
  };
  return { name, headers, world, lose, status: 401 };
}

function roleFalls(name: string, caller: Caller, to?: KnowledgeBoxRole): WayToLose {
  const { headers, world } = ofUser('pat', caller);
  const lose = () => {
    changeBox(world, { roles: to ? { id: to } : {} });
    return { user: 'id' };
  };
  const concerns = (one: HttpOperation) => namesBox(one) || one.policy.on === 'agent';
  return { name, headers, world, lose, status: 403, concerns };
}

function membershipEnds(): WayToLose {
  const { headers, world, user } = ofUser('user', { membership: 'AOWNER' });
  const lose = () => {
    world.users['token'] = { ...user, accounts: [] };
    return { user: 'id' };
  };
  const concerns = ({ policy: { on } }: HttpOperation) => on === 'kb' || on === 'account' || on === 'agent';
  return { name: 'the membership of an owner of the account ends', headers, world, lose, status: 403, concerns };
}

function publicationEnds(): WayToLose {
  const world = worldOf(true);
  const lose = () => {
    changeBox(world, { state: 'PRIVATE' });
    return { kbid: BOX };
  };
  return { name: 'the publication ends', headers: {}, world, lose, status: 401 };
}

function boxChanges(name: string, change: (world: AccessWorld) => void, status: number): WayToLose {
  const { headers: credential, world } = ofKey('sa', { role: 'SMEMBER' });
  const headers = { ...credential, origin: 'https://page.example' };
  const lose = () => {
    change(world);
    return { kbid: BOX };
  };
  return { name, headers, world, lose, status, concerns: namesBox };
}

function namesBox({ params, http }: HttpOperation): boolean {
  return idParametersOf(params).some(({ target, name }) => target === 'kb' && http.path.includes(`{${name}}`));
}

function accountIsBlocked(): WayToLose {
  const { headers, world } = ofKey('sa');
  const lose = () => {
    changeBox(world, { blockedFeatures: blockableFeatures });
    return { account: ACCOUNT };
  };
  const concerns = (one: HttpOperation) => one.feature !== undefined;
  return { name: 'the account is blocked', headers, world, lose, status: 402, concerns };
}

/** Made when the world is needed, since some rights end by themselves. */
export const waysToLose: Readonly<Record<string, () => WayToLose>> = Object.fromEntries(
  (
    [
      () => deleted('sa', 'an API key is deleted'),
      () => deleted('temporal', 'the parent of a temporal key is deleted'),
      () => deleted('eph', 'the maker of a link loses its right'),
      () => deleted('nua', 'a NUA client is deleted'),
      revokedScimToken,
      () => ended('user', 'a session ends'),
      () => ended('pat', 'a personal access token is deleted'),
      () => expiring('sa', 'an API key expires'),
      () => expiring('temporal', 'a temporal key expires'),
      () => expiring('eph', 'a link expires'),
      () => roleFalls('a role is taken', { role: 'SOWNER' }),
      () => roleFalls('an owner becomes a reader', { role: 'SOWNER' }, 'SMEMBER'),
      () => roleFalls('an owner becomes a guest', { role: 'SOWNER', isPublished: true }),
      membershipEnds,
      publicationEnds,
      () => boxChanges('the box is deleted', ({ boxes }) => delete boxes[BOX], 404),
      () =>
        boxChanges(
          'the box allows other addresses',
          (one) => changeBox(one, { allowedIpAddresses: ['203.0.113.1'] }),
          403,
        ),
      () =>
        boxChanges(
          'the box allows other origins',
          (one) => changeBox(one, { allowedOrigins: ['https://a.example'] }),
          403,
        ),
      accountIsBlocked,
    ] satisfies readonly (() => WayToLose)[]
  ).map((make) => [make().name, make]),
);
