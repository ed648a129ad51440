import { Handles } from '@lectern/bus';
import {
  announceZone,
  resolveAccount,
  type VerifiedScimToken,
  type VerifiedUser,
  verifyScimToken,
  verifyUserCredential,
} from '@lectern/contracts/accounts';
import {
  type AnyOperation,
  AppError,
  type BlockableFeature,
  type Call,
  type Constructor,
  declareId,
  idParametersOf,
  type KnowledgeBoxRole,
  operation,
  type Request,
  type TargetAccess,
} from '@lectern/contracts/core';
import {
  type KnowledgeBoxAccess,
  resolveAgentAccess,
  resolveKnowledgeBoxAccess,
  type VerifiedKey,
  verifyZoneCredential,
} from '@lectern/contracts/knowledge-box';
import { Controller, Module, type Type } from '@nestjs/common';
import { IsOptional } from 'class-validator';

/** Who and what there is, for the services that the gateway asks. Tests may change it while it is served. */
export interface AccessWorld {
  readonly users: Record<string, VerifiedUser>;
  readonly keys: Record<string, VerifiedKey>;
  readonly scimTokens?: Record<string, VerifiedScimToken>;
  readonly boxes: Record<
    string,
    Omit<KnowledgeBoxAccess, 'kbid' | 'userRole' | 'blockedFeatures'> & {
      readonly roles?: Readonly<Record<string, KnowledgeBoxRole>>;
      readonly blockedFeatures?: readonly BlockableFeature[];
      /** Whether it is the memory of an agent. */
      readonly isAgent?: boolean;
    }
  >;
  /** Slugs by id. */
  readonly accounts: Record<string, string>;
  /** Tokens that the services were asked about, in turn. */
  readonly asked?: string[];
}

/** The services that know who may do what, small and real: handlers on the bus over plain objects. */
export function accessServices(world: AccessWorld): Type {
  @Controller()
  class AccessHandlers {
    @Handles(verifyUserCredential)
    async verifyUser({ body: { token } }: Request<typeof verifyUserCredential>): Promise<VerifiedUser> {
      world.asked?.push(token);
      return found(world.users[token], 'unauthorized', 'Unauthorized');
    }

    @Handles(verifyScimToken)
    async verifyScim({ body: { token } }: Request<typeof verifyScimToken>): Promise<VerifiedScimToken> {
      world.asked?.push(token);
      return found(world.scimTokens?.[token], 'unauthorized', 'Unauthorized');
    }

    @Handles(verifyZoneCredential)
    async verifyKey({ body: { token, carrier } }: Request<typeof verifyZoneCredential>): Promise<VerifiedKey> {
      world.asked?.push(token);
      const key = found(world.keys[token], 'unauthorized', 'Unauthorized');
      const carriers = {
        sa: ['service-account'],
        temporal: ['service-account'],
        nua: ['nua'],
        eph: ['query', 'authorization'],
      };
      if (!carriers[key.kind].includes(carrier)) throw new AppError('unauthorized', 'Unauthorized');
      return key;
    }

    @Handles(resolveKnowledgeBoxAccess)
    async resolveBox({
      body: { kbid, userId },
    }: Request<typeof resolveKnowledgeBoxAccess>): Promise<KnowledgeBoxAccess> {
      const { roles = {}, isAgent: _, ...box } = found(world.boxes[kbid], 'not_found', 'Knowledge Box does not exist');
      return { kbid, blockedFeatures: [], ...box, userRole: roles[userId ?? ''] ?? null };
    }

    @Handles(resolveAgentAccess)
    async resolveAgent({ body: { id, userId } }: Request<typeof resolveAgentAccess>): Promise<TargetAccess> {
      const box = world.boxes[id];
      const {
        account,
        allowedOrigins,
        allowedIpAddresses,
        blockedFeatures = [],
        roles = {},
      } = found(box?.isAgent ? box : undefined, 'not_found', 'Agent does not exist');
      return { account, allowedOrigins, allowedIpAddresses, blockedFeatures, userRole: roles[userId ?? ''] ?? null };
    }

    @Handles(announceZone)
    async announce(): Promise<null> {
      return null;
    }

    @Handles(resolveAccount)
    async resolveAccount({ body: { account } }: Request<typeof resolveAccount>) {
      const [id, slug] = found(
        Object.entries(world.accounts).find((entry) => entry.includes(account)),
        'not_found',
        'Account does not exist',
      );
      return { id, slug, type: 'v3pro' };
    }
  }

  @Module({ controllers: [AccessHandlers] })
  class AccessWorldModule {}
  return AccessWorldModule;
}

function found<T>(value: T | undefined, code: 'unauthorized' | 'not_found', message: string): T {
  if (value === undefined) throw new AppError(code, message);
  return value;
}

/** An operation about which nothing is checked but who may call it: of its parameters only ids are left. */
export function unchecked(operation: AnyOperation): AnyOperation {
  const { params, doors = [] } = operation;
  const nothing = { query: undefined, headers: undefined, body: undefined };
  return {
    ...operation,
    ...nothing,
    params: idsOf(params),
    refuses: undefined,
    doors: doors.map((door) => ({ ...door, ...nothing, bodyOf: undefined, params: idsOf(door.params ?? params) })),
  };
}

/** Of parameters: only the ids that name targets. */
export function idsOf(params: Constructor<unknown> | undefined): Constructor {
  class Ids {}
  for (const { name, ...kind } of idParametersOf(params as Constructor)) {
    IsOptional()(Ids.prototype, name);
    declareId(kind)(Ids.prototype, name);
  }
  return Ids;
}

export const ADMITTED = 'the request got through to its operation';

/** Handles each operation that the services above do not, by saying that the request got there, and from whom. */
export function admittingServices(operations: readonly AnyOperation[]): Type {
  @Controller()
  class AdmittingHandlers {}
  const handled = new Set<string>(
    [announceZone, resolveAccount, verifyScimToken, verifyUserCredential].map(({ name }) => name),
  );
  for (const { name, summary, deadlineMs } of operations.filter((one) => !handled.has(one.name))) {
    const method = {
      value: async ({ principal }: Call) => {
        throw new AppError('provider_failed', ADMITTED, { detail: { principal } });
      },
      writable: true,
      configurable: true,
    };
    Object.defineProperty(AdmittingHandlers.prototype, name, method);
    Handles(operation({ name, summary, deadlineMs }))(AdmittingHandlers.prototype, name, method);
  }
  @Module({ controllers: [AdmittingHandlers] })
  class AdmittingModule {}
  return AdmittingModule;
}
