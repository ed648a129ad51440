import type { BlockableFeature } from '../../core/feature';
import type { KnowledgeBoxRole } from '../../core/principal';

/** Whose access to which knowledge box is wanted. */
export class KnowledgeBoxAccessQuery {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Whose role is wanted; absent for keys, which bring theirs. */
  userId?: string;
}

/** Data of a knowledge box that the gateway needs to authorize a request. */
export class KnowledgeBoxAccess {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Id of the account that owns it. */
  account!: string;
  /** Whether anyone may read it. */
  state!: 'PRIVATE' | 'PUBLISHED';
  /** Origins of browsers that may call; null is any. */
  allowedOrigins!: readonly string[] | null;
  /** IP addresses and ranges that may call; null is any. */
  allowedIpAddresses!: readonly string[] | null;
  /** Role that the user was granted on the knowledge box; null without one. */
  userRole!: KnowledgeBoxRole | null;
  /** Features that are blocked for the account. */
  blockedFeatures!: readonly BlockableFeature[];
  /** Whether nothing can be added to it: it belongs to an agent without memory. */
  refusesContent?: boolean;
}
