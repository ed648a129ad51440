import {
  type AccountRole,
  asUuid,
  type CredentialKind,
  type DataRole,
  idParametersOf,
  type KnowledgeBoxRole,
  type Policy,
  type Role,
} from '@lectern/contracts/core';
import type { HttpOperation } from '../route/http-operation';

/** Somebody who calls, and what the world has granted them. */
export interface Actor {
  readonly name: string;
  readonly kind: Exclude<CredentialKind, 'system'>;
  /** Of a peer: whether it is the accounts host. */
  readonly isAccountsHost?: boolean;
  /** Of a key: its account, and the one knowledge box it is bound to with its role. */
  readonly account?: string;
  readonly box?: { readonly kbid: string; readonly role: KnowledgeBoxRole };
  readonly groups?: readonly string[];
  readonly allowKbManagement?: boolean;
  /** Of a user. */
  readonly isRoot?: boolean;
  readonly memberships?: Readonly<Record<string, AccountRole>>;
  readonly roles?: Readonly<Record<string, KnowledgeBoxRole>>;
}

/** What the path names. */
export interface Target {
  readonly name: string;
  readonly kbid: string;
  readonly account: string;
}

/** What exists: accounts by id, knowledge boxes by id. */
export interface World {
  readonly accounts: readonly string[];
  readonly boxes: Readonly<Record<string, { readonly account: string; readonly published: boolean }>>;
}

/** The status by which the gateway refuses, or that it lets the request through to its operation. */
export type Verdict = 401 | 403 | 404 | 'admitted';

/**
 * Which restricted and hidden resources of a knowledge box somebody who was let in may see: none, those of the groups
 * that its credential names, or what it asks for.
 */
export type Sight = 'public' | 'own groups' | 'as asked';

export interface MatrixCase {
  readonly operation: HttpOperation;
  readonly actor: Actor;
  readonly target: Target;
  readonly path: string;
  readonly expected: Verdict;
  /** When it is admitted to an operation on a knowledge box. */
  readonly sight: Sight;
}

/**
 * Every operation for every actor and target, with the verdict that its policy demands. Computed from the policies
 * alone, by other code than decides at run time, so that each checks the other.
 */
export function* authorizationMatrix(
  operations: readonly HttpOperation[],
  {
    actors,
    targets,
    world,
  }: { readonly actors: readonly Actor[]; readonly targets: readonly Target[]; readonly world: World },
): Generator<MatrixCase> {
  for (const operation of operations) {
    for (const target of targets) {
      const path = filled(operation.http.path, target);
      for (const actor of actors) {
        const scene = { target, world };
        const expected = verdict(operation, actor, scene);
        yield { operation, actor, target, path, expected, sight: sightOf(actor, scene) };
      }
    }
  }
}

const SAMPLE_UUID = '0123456789abcdef0123456789abcdef';

function filled(path: string, { kbid, account }: Target): string {
  const known: Readonly<Record<string, string>> = {
    ...{ kbid, account },
    ...{ rid: SAMPLE_UUID, model_id: SAMPLE_UUID, policy_id: SAMPLE_UUID },
    ...{ event_id: '1', learning_id: SAMPLE_UUID },
  };
  return path.replaceAll(/\{(\w+)\*?\}/g, (_, name: string) => encodeURIComponent(known[name] ?? 'sample'));
}

interface Scene {
  readonly target: Target;
  readonly world: World;
}

function verdict({ policy, http, params }: HttpOperation, actor: Actor, { target, world }: Scene): Verdict {
  const names = (parameter: string) => http.path.includes(`{${parameter}}`);
  // Some ids of boxes are labels, which policies are not held on.
  const namesBox = names('kbid') && idParametersOf(params).some(({ target: held }) => held === 'kb');
  const kbid = asUuid(target.kbid);
  const box = kbid === undefined ? undefined : world.boxes[kbid];
  const isPublic = policy.on !== 'kb' && policy.credentials.every((kind) => kind === 'none');
  if (!isPublic && actor.kind === 'none') return verdictOfNobody(policy, namesBox && box?.published === true);
  // Their tokens are no NUA keys, which the header of a user carries here.
  if (policy.bearer === 'nua' && ['user', 'pat', 'eph'].includes(actor.kind)) return 401;
  if (namesBox && kbid === undefined) return 404;
  if (isPublic) return 'admitted';
  if (!kindFits(policy, actor, http.host)) return 403;
  if (policy.on === 'self' || policy.on === 'nothing')
    return grants(policy, actor, actor.isRoot ? ['ROOT'] : ofBox(actor.box?.role));
  if (namesBox && actor.box && actor.box.kbid !== kbid) return 403;
  if (names('account') && !world.accounts.includes(target.account)) return 404;
  if (policy.on === 'account') {
    const onAccount = rolesIn(target.account, actor);
    if (!onAccount) return 403;
    if (!namesBox) return grants(policy, actor, onAccount);
    if (!box || box.account !== target.account) return 404;
    return mayEnter(actor, { kbid: kbid ?? '', ...box, published: false }) ? grants(policy, actor, onAccount) : 403;
  }
  if (!namesBox) return grants(policy, actor, ofBox(actor.box?.role));
  if (!box || (names('account') && box.account !== target.account)) return 404;
  const asGuest = box.published && policy.credentials.includes('none') && [policy.role].flat().includes('READER');
  if (!mayEnter(actor, { kbid: kbid ?? '', ...box, published: asGuest })) return 403;
  return grants(policy, actor, rolesAt(actor, { kbid: kbid ?? '', ...box, published: asGuest }));
}

function sightOf(actor: Actor, { target, world }: Scene): Sight {
  if (actor.kind === 'none') return 'public';
  if (actor.groups?.length) return 'own groups';
  if ((actor.kind !== 'user' && actor.kind !== 'pat') || actor.isRoot) return 'as asked';
  const kbid = asUuid(target.kbid) ?? '';
  const account = world.boxes[kbid]?.account ?? '';
  return actor.roles?.[kbid] !== undefined || actor.memberships?.[account] === 'AOWNER' ? 'as asked' : 'public';
}

function verdictOfNobody({ on, credentials, role }: Policy, published: boolean): Verdict {
  if (!credentials.includes('none')) return 401;
  if (on !== 'kb') return 'admitted';
  return published && [role].flat().includes('READER') ? 'admitted' : 401;
}

function kindFits(
  policy: Policy,
  { kind, groups, allowKbManagement, isAccountsHost = false }: Actor,
  host: string,
): boolean {
  const { credentials, nuaKeyNeeds, refusesTemporalKeys = false } = policy;
  if (kind === 'nua')
    return host === 'zone' && credentials.includes('nua') && (!nuaKeyNeeds || allowKbManagement === true);
  if (kind === 'peer') return credentials.includes('peer') && isAccountsHost === (host === 'zone');
  if (kind === 'temporal' && credentials.includes('sa') && !groups?.length) return !refusesTemporalKeys;
  return credentials.includes(kind);
}

interface Place {
  readonly kbid: string;
  readonly account: string;
  readonly published: boolean;
}

function mayEnter(actor: Actor, { kbid, account, published }: Place): boolean {
  if (actor.isRoot || published) return actor.kind !== 'nua' || actor.account === account;
  if (actor.kind === 'nua') return actor.account === account;
  if (actor.box) return actor.box.kbid === kbid;
  return actor.roles?.[kbid] !== undefined || actor.memberships?.[account] === 'AOWNER';
}

function rolesAt(actor: Actor, { kbid, account, published }: Place): readonly Role[] {
  if (actor.isRoot) return ['ROOT', 'AOWNER', 'AMEMBER', ...ofBox('SOWNER')];
  const membership = actor.memberships?.[account];
  return [
    ...ofBox(actor.box?.role ?? actor.roles?.[kbid]),
    ...(membership ? ([membership, 'AMEMBER'] as const) : []),
    ...(membership === 'AOWNER' ? (['SOWNER'] as const) : []),
    ...(published && !actor.box ? (['READER'] as const) : []),
  ];
}

function rolesIn(account: string, actor: Actor): readonly Role[] | undefined {
  if (actor.isRoot) return ['ROOT', 'AOWNER', 'AMEMBER'];
  if (actor.account === account) return ofBox(actor.box?.role);
  const membership = actor.memberships?.[account];
  return membership ? [membership, 'AMEMBER'] : undefined;
}

function grants({ role }: Policy, actor: Actor, held: readonly Role[]): Verdict {
  return actor.kind === 'nua' ||
    role === 'any' ||
    (typeof role === 'string' ? [role] : role).some((wanted) => held.includes(wanted))
    ? 'admitted'
    : 403;
}

const dataRolesByRole: Readonly<Record<KnowledgeBoxRole, readonly DataRole[]>> = {
  SMEMBER: ['READER'],
  SCONTRIBUTOR: ['READER', 'WRITER'],
  SOWNER: ['READER', 'WRITER', 'OWNER', 'MANAGER'],
};

function ofBox(role: KnowledgeBoxRole | undefined): readonly Role[] {
  return role ? [role, ...dataRolesByRole[role]] : [];
}
