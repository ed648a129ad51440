import { hash } from 'node:crypto';
import { Bus } from '@lectern/bus';
import {
  endSession,
  type OpenedSession,
  openSession,
  type PresentedCredential,
  readUserNames,
  resolveAccount,
  type ResolvedAccount,
  type SessionOpening,
  verifyScimToken,
  verifyUserCredential,
} from '@lectern/contracts/accounts';
import {
  type accessChanged,
  AppError,
  isObject,
  systemPrincipal,
  type TargetAccess,
  type TargetResolvers,
} from '@lectern/contracts/core';
import {
  type KnowledgeBoxAccess,
  resolveKnowledgeBoxAccess,
  verifyZoneCredential,
} from '@lectern/contracts/knowledge-box';
import { Cache, type CacheOptions, Metrics } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import { Edge } from '../edge/edge';
import { type Caller, callerOfKey, callerOfPeer, callerOfScimToken, callerOfUser } from './caller';
import { unauthorized } from '../request/credential';
import { adviceOn, isScimToken } from './misplaced-credential';
import { type Attempt, RefusedCredentials } from './refused-credentials';
import { TargetResolution } from './target-resolution';

type Change = NonNullable<(typeof accessChanged)['data']>;

const cacheOptions = {
  entriesMax: 10_000,
  // Revoked credentials are refused within this time, even where the event is lost.
  ttlMs: 5_000,
  // Somewhat longer while the responsible service is unavailable, although changes it made before may be missed.
  stale: { forMs: 60_000, retryMs: 1_000, on: isAway },
} satisfies Omit<CacheOptions<unknown>, 'name'>;

/** Asks the services who somebody is and what they may do, and caches the answers for a few seconds. */
@Injectable()
export class AccessService {
  private readonly callers = new Cache<Caller>({
    ...cacheOptions,
    name: 'callers',
    lifetimeMs: ({ expiresMs = Infinity }) => expiresMs - Date.now(),
  });

  // The zone's data about an account's blocks is up to 1 s old already.
  private readonly boxes = new Cache<KnowledgeBoxAccess>({ ...cacheOptions, ttlMs: 4_000, name: 'access_of_boxes' });
  private readonly targets = new Cache<TargetAccess>({ ...cacheOptions, ttlMs: 4_000, name: 'access_of_targets' });
  private readonly accounts = new Cache<ResolvedAccount>({ ...cacheOptions, name: 'accounts' });
  private readonly refused: RefusedCredentials;

  constructor(
    private readonly bus: Bus,
    private readonly edge: Edge,
    metrics: Metrics,
    private readonly resolution: TargetResolution,
  ) {
    const refusals = metrics.counter({
      name: 'credential_refusals_total',
      help: 'Credentials refused: unknown to the services, cached as such, or limited because an address tried many',
      labels: ['reason'],
    });
    const failuresMax = edge.config.WRONG_CREDENTIALS_PER_MINUTE_MAX;
    this.refused = new RefusedCredentials(failuresMax, (reason) => refusals.inc({ reason }));
  }

  /**
   * @param network where it came from
   * @throws AppError `unauthorized`; `rate_limited` when too many wrong ones came from there
   */
  caller(presented: PresentedCredential, network: string): Promise<Caller> {
    const key = `${presented.carrier}:${hash('sha256', presented.token, 'base64')}`;
    return this.callers.get(key, () => this.verify(presented, { key, network }));
  }

  /** @throws as `caller`, and `bad_request` */
  openSession(opening: SessionOpening, network: string): Promise<OpenedSession> {
    const { token, code, authorization_code: granted } = opening;
    const presented = JSON.stringify([token, code, granted]);
    const key = `sign-in:${hash('sha256', presented, 'base64')}`;
    const ask = () => this.bus.request(openSession, { body: opening }, { principal: systemPrincipal });
    return this.refused.verify({ key, network }, ask);
  }

  /** Voids a session of the console, for those who copied its cookie, too. */
  async endSession({ id: user, key = '' }: Caller): Promise<void> {
    await this.bus.request(endSession, { body: { user, key } }, { principal: systemPrincipal });
    this.invalidate({ key });
  }

  /** Empty for a user who is gone. */
  async nameOf({ id }: Caller): Promise<string> {
    const { users } = await this.bus.request(readUserNames, { body: { ids: [id] } }, { principal: systemPrincipal });
    return users[0]?.name ?? '';
  }

  /** @throws AppError `not_found` */
  knowledgeBox(kbid: string, userId?: string): Promise<KnowledgeBoxAccess> {
    const ask = () =>
      this.bus.request(
        resolveKnowledgeBoxAccess,
        { body: { kbid, ...(userId !== undefined && { userId }) } },
        { principal: systemPrincipal },
      );
    return this.boxes.get(`${kbid}:${userId ?? ''}`, ask);
  }

  /** What the service that owns it says. @throws AppError `not_found` */
  target(kind: keyof TargetResolvers, id: string, userId?: string): Promise<TargetAccess> {
    return this.targets.get(`${kind}:${id}:${userId ?? ''}`, () => this.resolution.of(kind, id, userId));
  }

  /** @throws AppError `not_found` */
  account(account: string): Promise<ResolvedAccount> {
    const ask = () => this.bus.request(resolveAccount, { body: { account } }, { principal: systemPrincipal });
    return this.accounts.get(account, ask);
  }

  invalidate({ kbid, account, user, key }: Change): void {
    this.refused.invalidate();
    this.callers.invalidateWhere(
      (caller) =>
        (key !== undefined && caller.key === key) ||
        (user !== undefined && caller.id === user) ||
        (kbid !== undefined && caller.kb === kbid) ||
        (account !== undefined && (caller.account === account || belongsTo(caller, account))),
    );
    this.boxes.invalidateWhere(
      (box, name) => box.kbid === kbid || box.account === account || (user !== undefined && name.endsWith(`:${user}`)),
    );
    this.targets.invalidateWhere(
      (target, name) =>
        (kbid !== undefined && name.includes(`:${kbid}:`)) ||
        (account !== undefined && target.account === account) ||
        (user !== undefined && name.endsWith(`:${user}`)),
    );
    this.accounts.invalidateWhere(({ id }) => id === account);
  }

  private async verify(presented: PresentedCredential, attempt: Attempt): Promise<Caller> {
    const { peers } = this.edge;
    // Verified without the services; hosts send a new one with each call, so that a limit would shut out a host.
    if (presented.carrier !== 'session' && peers.isPeerToken(presented.token))
      return callerOfPeer(await peers.verify(presented.token));
    return this.refused.verify(attempt, () =>
      this.ask(presented).catch((error: unknown) => this.advised(error, presented)),
    );
  }

  /** Distinguishes a credential of the wrong kind from an invalid one. */
  private advised(error: unknown, presented: PresentedCredential): never {
    const isRefused = error instanceof AppError && error.code === 'unauthorized';
    const advice = isRefused ? adviceOn(presented, this.edge.names) : undefined;
    throw advice === undefined ? error : unauthorized(advice);
  }

  private async ask(presented: PresentedCredential): Promise<Caller> {
    const options = { principal: systemPrincipal };
    const { carrier, token } = presented;
    const isOfUser = carrier === 'session' || carrier === 'self-hosted';
    if (carrier === 'authorization' && isScimToken(token))
      return callerOfScimToken(await this.bus.request(verifyScimToken, { body: { token } }, options));
    if (isOfUser || (carrier === 'authorization' && !namesKnowledgeBox(token))) {
      return callerOfUser(await this.bus.request(verifyUserCredential, { body: presented }, options));
    }
    return callerOfKey(await this.bus.request(verifyZoneCredential, { body: presented }, options));
  }
}

function belongsTo({ memberships, withheld }: Caller, account: string): boolean {
  return memberships.some(({ id }) => id === account) || (withheld?.includes(account) ?? false);
}

function isAway(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'unavailable' || error.code === 'deadline_exceeded');
}

/**
 * Whether an unverified token claims to be bound to a knowledge box: ephemeral tokens, which the zone verifies, travel
 * in the same header as those of users, which the accounts service verifies.
 */
function namesKnowledgeBox(token: string): boolean {
  const payload = token.split('.')[1];
  if (payload === undefined) return false;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return isObject(claims) && 'kb_id' in claims;
  } catch {
    return false;
  }
}
