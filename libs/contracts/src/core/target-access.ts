import type { BlockableFeature } from './feature';
import type { UnaryOperation } from './operation';
import type { KnowledgeBoxRole } from './principal';

/** Whose access to which target of a policy is wanted. */
export class TargetAccessQuery {
  /** Id of the target, as it is written inside. */
  id!: string;
  /** Whose role is wanted; absent for keys, which bring theirs. */
  userId?: string;
}

/** Data of a target that the gateway needs to authorize a request. */
export class TargetAccess {
  /** Id of the account that owns it. */
  account!: string;
  /** Origins of browsers that may call; null is any. */
  allowedOrigins!: readonly string[] | null;
  /** IP addresses and ranges that may call; null is any. */
  allowedIpAddresses!: readonly string[] | null;
  /** Role that the user was granted on it; null without one. */
  userRole!: KnowledgeBoxRole | null;
  /** Features that are blocked for the account. */
  blockedFeatures!: readonly BlockableFeature[];
}

/** An operation by which a service says who may do what with its objects; it throws `not_found` for a missing one. */
export type TargetResolver = UnaryOperation<object, object, object, TargetAccessQuery, TargetAccess>;

/** Resolvers by the kind of target that `policy.on` names. */
export type TargetResolvers = Readonly<Partial<Record<'agent', TargetResolver>>>;
