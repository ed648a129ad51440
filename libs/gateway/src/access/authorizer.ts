import type { IncomingMessage } from 'node:http';
import {
  AppError,
  asUuid,
  type Constructor,
  type Feature,
  type HttpBinding,
  type IdParameter,
  idParametersOf,
  isGuest,
  type Policy,
  type Principal,
  type Role,
  UNKNOWN_BOX,
  zoneOfPeer,
} from '@lectern/contracts/core';
import type { KnowledgeBoxAccess } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import { Edge } from '../edge/edge';
import { pageSecret, relayedSecret, sessionSecret } from '../request/console-request';
import { AccessService } from './access.service';
import { type Caller, nobody } from './caller';
import { bearerCarrier } from './misplaced-credential';
import { bearerToken, credentialHeader, SEVERAL_CREDENTIALS, unauthorized } from '../request/credential';
import { opensPath } from './opened-path';
import { clientAddress, networkOf } from '../request/networks';
import { type AllowedSources, checkOrigin } from './origin';
import { claimedRoles } from './self-hosted-roles';
import {
  checkFeature,
  checkKind,
  checkRole,
  checkSession,
  forbidden,
  isManaging,
  isPublic,
  opensWhenPublished,
  ownRoles,
  rolesOnAccount,
  rolesOnBox,
} from './policy';
import { namedIn, readIds } from './target';

/** A guarded operation. */
export interface Guarded {
  readonly policy: Policy;
  readonly http: Pick<HttpBinding, 'host' | 'unknownBox'>;
  readonly feature?: Feature;
  /** Its decorated ids name the target of the policy. */
  readonly params?: Constructor;
}

export interface Visit {
  readonly request: IncomingMessage;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** As sent, without the query. */
  readonly path: string;
}

/** Who may do it, with ids as they are written inside. */
export interface Admission {
  readonly principal: Principal;
  readonly params: Readonly<Record<string, string>>;
  /** When the credential does, in ms since the epoch. */
  readonly expiresMs?: number;
}

interface Entry {
  readonly policy: Policy;
  readonly feature?: Feature;
  readonly unknownBox?: string;
  readonly ids: readonly IdParameter[];
}

interface Standing {
  readonly roles: readonly Role[];
  readonly account?: string;
  readonly kb?: string;
  readonly agent?: string;
  /** Whether nothing can be added to the knowledge box. */
  readonly refusesContent?: boolean;
}

const PARTIAL_SIGHT = 'You act with security groups, and this shows all of the knowledge box: ask one of its owners';
const publicPrincipal: Principal = { kind: 'none', id: '', roles: [] };

/** Decides, in the one order that the interface prescribes, whether a request goes through. */
@Injectable()
export class Authorizer {
  constructor(
    private readonly access: AccessService,
    private readonly edge: Edge,
  ) {}

  /** @throws AppError `several_credentials`, `unauthorized`, `rate_limited`, `not_found`, `forbidden`, `blocked` */
  async admit({ policy, http, feature, params: type }: Guarded, visit: Visit): Promise<Admission> {
    const header = credentialHeader(visit.request.rawHeaders, this.edge.carriers);
    const ids = idParametersOf(type);
    if (isPublic(policy)) return { principal: publicPrincipal, params: readIds(visit.params, ids) };
    const caller = await this.identify(visit, policy, header);
    if (caller.kind === 'none') return this.admitNobody({ policy, feature, ids }, visit);
    const params = readIds(visit.params, ids);
    checkKind(policy, caller, http.host);
    if (caller.path !== undefined && !opensPath(caller.path, visit.path)) throw forbidden();
    const entry = { policy, feature, ids, unknownBox: http.unknownBox };
    const standing = await this.standing(entry, caller, { ...visit, params });
    checkRole(policy, caller, standing.roles);
    if (feature === 'upload' && standing.refusesContent) throw keepsNothing();
    const { roles, account, kb, agent } = standing;
    const owner = namedIn(params, 'account', ids)?.id.name;
    const principal = principalOf(caller, { roles, account: account ?? caller.account, kb: kb ?? caller.kb, agent });
    if (policy.showsWholeBox && principal.securityGroups) throw forbidden(PARTIAL_SIGHT);
    return {
      principal,
      params: owner !== undefined && account !== undefined ? { ...params, [owner]: account } : params,
      expiresMs: caller.expiresMs,
    };
  }

  /**
   * @returns nobody when nothing was presented
   * @throws AppError `several_credentials`, `unauthorized`, `rate_limited`
   */
  async identify(
    { request, query }: Pick<Visit, 'request' | 'query'>,
    { bearer, session }: Pick<Policy, 'bearer' | 'session'> = {},
    header = credentialHeader(request.rawHeaders, this.edge.carriers),
  ): Promise<Caller> {
    const readSecret = session === 'page' ? pageSecret : sessionSecret;
    const secret = readSecret(request, this.edge.console);
    if (header && secret !== undefined) throw new AppError('several_credentials', SEVERAL_CREDENTIALS);
    if (header) {
      const token = bearerToken(header.value);
      const carrier = header.carrier === 'authorization' ? bearerCarrier(token, bearer) : header.carrier;
      const caller = await this.access.caller({ carrier, token }, this.networkOf(request));
      const relayed = caller.kind === 'peer' && session !== 'page' ? this.relayed(caller, request) : undefined;
      return relayed ?? caller;
    }
    if (secret !== undefined) return this.access.caller({ carrier: 'session', token: secret }, this.networkOf(request));
    const token = query['eph-token'];
    const inQuery = request.method === 'GET' || request.method === 'HEAD';
    if (!inQuery || typeof token !== 'string' || token === '') return this.claimant(request);
    return this.access.caller({ carrier: 'query', token }, this.networkOf(request));
  }

  /** The owner of a session of a console for which the zone that serves it asks. */
  private relayed({ id }: Caller, request: IncomingMessage): Promise<Caller> | undefined {
    const secret = zoneOfPeer(id) === undefined ? undefined : relayedSecret(request);
    if (secret === undefined) return undefined;
    return this.access.caller({ carrier: 'session', token: secret }, this.networkOf(request));
  }

  /** Nobody, unless this deployment takes roles without a credential. */
  private async claimant(request: IncomingMessage): Promise<Caller> {
    const ownRoles = this.edge.takesRoles ? claimedRoles(request, this.edge.names) : [];
    if (ownRoles.length === 0) return nobody;
    const root = await this.access.caller({ carrier: 'self-hosted', token: 'root' }, this.networkOf(request));
    return { ...root, isRoot: false, ownRoles };
  }

  private networkOf(request: IncomingMessage): string {
    return networkOf(clientAddress(request, this.edge.proxies));
  }

  /** Anonymous callers are let into published knowledge boxes, and learn nothing of others. */
  private async admitNobody({ policy, feature, ids }: Entry, visit: Visit): Promise<Admission> {
    if (policy.on !== 'kb') {
      if (!policy.credentials.includes('none')) throw unauthorized();
      return { principal: publicPrincipal, params: readIds(visit.params, ids) };
    }
    const named = namedIn(visit.params, 'kb', ids);
    const kbid = named?.id.read(named.written);
    if (kbid === undefined || !opensWhenPublished(policy)) throw unauthorized();
    const box = await this.findBox(kbid);
    if (box?.state !== 'PUBLISHED') throw unauthorized();
    this.checkOrigin(box, visit.request, { isGuest: true });
    checkFeature(feature, box.blockedFeatures, { isGuest: true });
    const principal: Principal = {
      kind: 'none',
      id: '',
      roles: rolesOnBox(policy, nobody, box),
      account: box.account,
      kb: kbid,
    };
    return { principal, params: readIds(visit.params, ids) };
  }

  private async findBox(kbid: string, user?: string): Promise<KnowledgeBoxAccess | undefined> {
    try {
      return await this.access.knowledgeBox(kbid, user);
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  private async standing(entry: Entry, caller: Caller, visit: Visit): Promise<Standing> {
    const { policy, feature, ids, unknownBox } = entry;
    const kbid = namedIn(visit.params, 'kb', ids)?.written;
    const owner = namedIn(visit.params, 'account', ids)?.written;
    if (policy.on === 'self' || policy.on === 'nothing') {
      // Consumption counts for the account of the key.
      if (feature !== undefined && caller.account !== undefined) await this.checkFeatureOf(caller.account, feature);
      return { roles: ownRoles(caller) };
    }
    if (policy.on === 'agent') return this.standingOnAgent(entry, caller, visit);
    if (kbid !== undefined) checkBinding(caller, kbid);
    const account = owner === undefined ? undefined : await this.accountOf(caller, owner);
    if (account !== undefined && caller.kind === 'scim' && account !== caller.account) throw forbidden();
    const onAccount = policy.on === 'account' && account !== undefined ? rolesOnAccount(caller, account) : [];
    if (kbid === undefined) {
      if (feature !== undefined && account !== undefined) await this.checkFeatureOf(account, feature);
      return { roles: policy.on === 'account' ? onAccount : ownRoles(caller), account };
    }
    const isUser = caller.kind === 'user' || caller.kind === 'pat';
    const box = await this.findBox(kbid, isUser ? caller.id : undefined);
    if (!box || (account !== undefined && box.account !== account)) throw noSuchBox(kbid, unknownBox);
    const onBox = rolesOnBox(policy, caller, box);
    const standing = { isGuest: isGuest({ kind: caller.kind, roles: onBox }) };
    if (!isManaging(policy, caller, onBox)) this.checkOrigin(box, visit.request, standing);
    checkFeature(feature, box.blockedFeatures, standing);
    const { refusesContent } = box;
    return { roles: policy.on === 'kb' ? onBox : onAccount, account: box.account, kb: kbid, refusesContent };
  }

  /** An agent is never published: who has no role on it learns nothing of it. */
  private async standingOnAgent({ policy, feature, ids }: Entry, caller: Caller, visit: Visit): Promise<Standing> {
    const agent = namedIn(visit.params, 'agent', ids)?.written;
    if (agent === undefined) throw new Error('An operation on an agent names none in its path');
    checkBinding(caller, agent);
    checkSession(caller, namedIn(visit.params, 'session', ids)?.written);
    const isUser = caller.kind === 'user' || caller.kind === 'pat';
    const access = await this.access.target('agent', agent, isUser ? caller.id : undefined);
    const roles = rolesOnBox(policy, caller, { ...access, state: 'PRIVATE' });
    this.checkOrigin(access, visit.request, { isGuest: false, session: policy.session });
    checkFeature(feature, access.blockedFeatures, { isGuest: false });
    return { roles, account: access.account, agent };
  }

  private async accountOf(caller: Caller, named: string): Promise<string> {
    const id = asUuid(named) ?? named;
    if (caller.account === id) return id;
    const membership =
      caller.memberships.find((one) => one.id === id) ?? caller.memberships.find((one) => one.slug === named);
    if (membership) return membership.id;
    const found = this.access.account(id).then((account) => account.id);
    // As of keys of one knowledge box: what is missing is what is foreign.
    return caller.kind === 'scim' ? found.catch(foreignWhenMissing) : found;
  }

  /** Of an operation on the account itself, such as filling a new box. */
  private async checkFeatureOf(account: string, feature: Feature): Promise<void> {
    const { blockedFeatures = [] } = await this.access.account(account);
    checkFeature(feature, blockedFeatures, { isGuest: false });
  }

  private checkOrigin(
    box: AllowedSources,
    request: IncomingMessage,
    { isGuest, session }: Pick<Policy, 'session'> & { readonly isGuest: boolean },
  ): void {
    if (box.allowedOrigins === null && box.allowedIpAddresses === null) return;
    // A box cannot shut out the console of its deployment, for those who have a role on the box.
    const readSecret = session === 'page' ? pageSecret : sessionSecret;
    const isConsole = !isGuest && readSecret(request, this.edge.console) !== undefined;
    const origin = isConsole ? undefined : request.headers.origin;
    checkOrigin(box, { origin, address: clientAddress(request, this.edge.proxies) });
  }
}

function noSuchBox(kbid: string, text = UNKNOWN_BOX): AppError {
  return new AppError('not_found', text.replaceAll('{kbid}', kbid));
}

function keepsNothing(): AppError {
  return new AppError('bad_request', 'This agent has no memory: it keeps no content');
}

/** Keys of one knowledge box learn nothing of another, not even whether it exists. */
function checkBinding({ kb }: Caller, kbid: string): void {
  if (kb !== undefined && kb !== kbid) throw forbidden();
}

function foreignWhenMissing(error: unknown): never {
  throw error instanceof AppError && error.code === 'not_found' ? forbidden() : error;
}

/**
 * Security groups of a person: those of the account, even if there are none for this person, so that whoever leaves
 * the last one sees less and not more. Owners of the box or the account see as they ask.
 */
function groupsOf({ memberships }: Caller, { roles, account, kb, agent }: Standing): readonly string[] | undefined {
  if (kb === undefined && agent === undefined) return undefined;
  // An agent reads boxes on which its owner may have another role.
  const seesAll: readonly Role[] = agent === undefined ? ['SOWNER', 'AOWNER', 'ROOT'] : ['AOWNER', 'ROOT'];
  if (roles.some((role) => seesAll.includes(role))) return undefined;
  return memberships.find(({ id }) => id === account)?.groups;
}

function principalOf(caller: Caller, { roles, account, kb, agent }: Standing): Principal {
  const { kind, id, key, verifiedAt } = caller;
  const securityGroups = caller.securityGroups ?? groupsOf(caller, { roles, account, kb, agent });
  return {
    kind,
    id,
    roles,
    ...(account !== undefined && { account }),
    ...(kb !== undefined && { kb }),
    ...(agent !== undefined && { agent }),
    ...(key !== undefined && { key }),
    ...(securityGroups && { securityGroups }),
    ...(verifiedAt !== undefined && { verifiedAt }),
  };
}
