import type { KnowledgeBoxRole } from '../../core/principal';

/** Whose right on an agent or a knowledge box is asked for. */
export class HeldRightQuery {
  /** Id of the agent or the knowledge box. */
  kbid!: string;
  /** Kind of the credential. */
  kind!: 'user' | 'pat' | 'sa';
  /** Id of the user or the service account. */
  id!: string;
  /** Id of the token or the key. */
  key?: string;
}

/** What the holder of a credential may do. */
export class HeldRight {
  /** Its role; null when it has none, or the credential is gone. */
  role!: KnowledgeBoxRole | null;
}
