import {
  type AccountRole,
  asUuid,
  type CredentialKind,
  type DataRole,
  type KnowledgeBoxRole,
  type Role,
} from '@lectern/contracts/core';
import type { HttpOperation } from '../operation/http-operation';
import { accountRights } from './account-rights.fixture';
import { otherRights } from './other-rights.fixture';
import { agentRights } from './agent-rights.fixture';
import { boxRights } from './box-rights.fixture';
import { type Right, rightsIn } from './interface-right.fixture';
import { sampleRights } from './socket-access.fixture';

/** Somebody who calls, and what the world has granted them. */
export interface Actor {
  readonly name: string;
  readonly kind: Exclude<CredentialKind, 'system'>;
  /** The credential has expired, was revoked or never was one. */
  readonly isVoid?: boolean;
  /** Instead of the header of its kind: one in which it does not count. */
  readonly header?: string;
  /** Of a peer: whether it is the accounts host. */
  readonly isAccountsHost?: boolean;
  /** Of a key: its account, and the one knowledge box it is bound to with its role. */
  readonly account?: string;
  readonly box?: { readonly kbid: string; readonly role: KnowledgeBoxRole };
  readonly groups?: readonly string[];
  /** Of a token or key for one session of its agent. */
  readonly session?: string;
  readonly allowKbManagement?: boolean;
  /** Of a user. */
  readonly isRoot?: boolean;
  readonly memberships?: Readonly<Record<string, AccountRole>>;
  readonly roles?: Readonly<Record<string, KnowledgeBoxRole>>;
}

/** The session that paths name. */
export const SESSION = 'sample';

/** Objects that the path names. */
export interface Target {
  readonly name: string;
  /** A knowledge box, or an agent, whose memory is the box of the same id. */
  readonly kbid: string;
  readonly account: string;
}

/** Existing accounts by id, and knowledge boxes by id. */
export interface World {
  readonly accounts: readonly string[];
  readonly boxes: Readonly<
    Record<string, { readonly account: string; readonly published: boolean; readonly isAgent?: boolean }>
  >;
}

/** The status by which the gateway refuses, or that it lets the request through to its operation. */
export type Verdict = 401 | 403 | 404 | 'admitted';

/**
 * Which restricted and hidden resources of a knowledge box somebody who was let in may see: none, those of the groups
 * that its credential names, or what it asks for.
 */
export type Sight = 'public' | 'own groups' | 'as asked';

/** An operation or a socket, at one of its paths. */
export interface Checked extends Pick<HttpOperation, 'policy' | 'endpoint'> {
  readonly http: Pick<HttpOperation['http'], 'path' | 'host'> & {
    readonly method: HttpOperation['http']['method'] | 'SOCKET';
  };
}

/** Who may call each operation and open each socket of the product, by the tables of the interface. */
export const interfaceRights = rightsIn([
  ...boxRights,
  ...agentRights,
  ...accountRights,
  ...otherRights,
  ...sampleRights,
]);

/** As the tables have it: `GET /api/v1/kb/{kbid}`. */
export function nameOf({ http }: Checked): string {
  return `${http.method} ${http.path}`;
}

export interface MatrixCase<O extends Checked = HttpOperation> {
  readonly operation: O;
  readonly right: Right;
  readonly actor: Actor;
  readonly target: Target;
  readonly path: string;
  readonly expected: Verdict;
  /** When it is admitted to an operation on a knowledge box. */
  readonly sight: Sight;
}

/**
 * Every operation and socket for every actor and target, with the verdict that the tables of the interface demand.
 * Neither the policies nor the code that decides at run time have a part in it, so that both are checked.
 *
 * @throws Error for an operation that the tables lack
 */
export function* authorizationMatrix<O extends Checked>(
  operations: readonly O[],
  {
    actors,
    targets,
    world,
  }: { readonly actors: readonly Actor[]; readonly targets: readonly Target[]; readonly world: World },
): Generator<MatrixCase<O>> {
  for (const operation of operations) {
    const right = interfaceRights.get(nameOf(operation));
    if (!right) throw new Error(`The tables of the interface lack ${nameOf(operation)}`);
    for (const target of targets) {
      const path = filled(operation.http.path, target);
      for (const actor of actors) {
        const scene = { target, world };
        const expected = verdict({ ...right, ...operation.http }, actor, scene);
        yield { operation, right, actor, target, path, expected, sight: sightOf(actor, scene) };
      }
    }
  }
}

const SAMPLE_UUID = '0123456789abcdef0123456789abcdef';

function filled(path: string, { kbid, account }: Target): string {
  const known: Readonly<Record<string, string>> = {
    kbid,
    agent_id: kbid,
    account,
    session: SESSION,
    rid: SAMPLE_UUID,
    model_id: SAMPLE_UUID,
    policy_id: SAMPLE_UUID,
    run_id: SAMPLE_UUID,
    set_id: SAMPLE_UUID,
    asset_id: SAMPLE_UUID,
    dataset_id: SAMPLE_UUID,
    event_id: '1',
    learning_id: SAMPLE_UUID,
    interaction_id: SAMPLE_UUID,
  };
  return path.replaceAll(/\{(\w+)\*?\}/g, (_, name: string) => encodeURIComponent(known[name] ?? 'sample'));
}

interface Scene {
  readonly target: Target;
  readonly world: World;
}

/** An operation as the tables have it. */
type Guarded = Right & Pick<HttpOperation['http'], 'path' | 'host'>;

function verdict(operation: Guarded, actor: Actor, { target, world }: Scene): Verdict {
  const { on, path } = operation;
  const names = (parameter: string) => path.includes(`{${parameter}}`);
  const namesBox = names('kbid') && operation.namesBox;
  const kbid = asUuid(target.kbid);
  const box = kbid === undefined ? undefined : world.boxes[kbid];
  const isPublic = isForAnyone(operation);
  if (!isPublic && actor.kind === 'none')
    return namesBox && box?.published && operation.opensWhenPublished ? 'admitted' : 401;
  if (!isPublic && (actor.isVoid || actor.header !== undefined)) return 401;
  // Their tokens are no NUA keys, which the header of a bearer carries here.
  if (operation.takesBearerNuaKey && ['user', 'pat', 'eph', 'scim'].includes(actor.kind)) return 401;
  if ((namesBox || on === 'agent') && kbid === undefined) return 404;
  if (isPublic) return 'admitted';
  if (!kindFits(operation, actor)) return 403;
  if (on === 'caller' || on === 'nothing')
    return grants(operation, actor, actor.isRoot ? ['ROOT'] : ofBox(actor.box?.role));
  if ((namesBox || on === 'agent') && actor.box && actor.box.kbid !== kbid) return 403;
  if (on === 'agent' && !opensSession(operation, actor)) return 403;
  if (names('account') && actor.kind === 'scim' && actor.account !== target.account) return 403;
  if (names('account') && !world.accounts.includes(target.account)) return 404;
  if (on === 'account') {
    const onAccount = rolesIn(target.account, actor);
    if (!onAccount) return 403;
    if (!namesBox) return grants(operation, actor, onAccount);
    if (!box || box.account !== target.account) return 404;
    return mayEnter(actor, { kbid: kbid ?? '', ...box, published: false }) ? grants(operation, actor, onAccount) : 403;
  }
  if (!box || (names('account') && box.account !== target.account) || (on === 'agent' && !box.isAgent)) return 404;
  const place = { kbid: kbid ?? '', ...box, published: box.published && operation.opensWhenPublished };
  return mayEnter(actor, place) ? grants(operation, actor, rolesAt(actor, place)) : 403;
}

/** Tokens for browsers are for one session of an agent, or for none. */
function opensSession({ path }: Guarded, { kind, session }: Actor): boolean {
  if (kind !== 'eph' && session === undefined) return true;
  return path.includes('{session}') && session === SESSION;
}

function isForAnyone({ credentials }: Right): boolean {
  return credentials.every((kind) => kind === 'none');
}

function sightOf(actor: Actor, { target, world }: Scene): Sight {
  if (actor.kind === 'none') return 'public';
  if (actor.groups?.length) return 'own groups';
  if ((actor.kind !== 'user' && actor.kind !== 'pat') || actor.isRoot) return 'as asked';
  const kbid = asUuid(target.kbid) ?? '';
  const account = world.boxes[kbid]?.account ?? '';
  return actor.roles?.[kbid] !== undefined || actor.memberships?.[account] === 'AOWNER' ? 'as asked' : 'public';
}

function kindFits(
  { credentials, needsManagingNuaKey, makesCredentials, host, on }: Guarded,
  { kind, groups, session, allowKbManagement, isAccountsHost = false }: Actor,
): boolean {
  if (kind === 'nua')
    return host === 'zone' && credentials.includes('nua') && (!needsManagingNuaKey || allowKbManagement === true);
  if (kind === 'peer') return credentials.includes('peer') && isAccountsHost === (host === 'zone');
  if (kind === 'temporal' && session !== undefined) return on === 'agent' && credentials.includes('eph');
  if (kind === 'temporal' && credentials.includes('sa') && !groups?.length) return !makesCredentials;
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

function grants({ roles }: Right, actor: Actor, held: readonly Role[]): Verdict {
  if (actor.kind === 'nua' || roles === 'any') return 'admitted';
  return roles.some((wanted) => held.includes(wanted)) ? 'admitted' : 403;
}

const dataRolesByRole: Readonly<Record<KnowledgeBoxRole, readonly DataRole[]>> = {
  SMEMBER: ['READER'],
  SCONTRIBUTOR: ['READER', 'WRITER'],
  SOWNER: ['READER', 'WRITER', 'OWNER', 'MANAGER'],
};

function ofBox(role: KnowledgeBoxRole | undefined): readonly Role[] {
  return role ? [role, ...dataRolesByRole[role]] : [];
}
