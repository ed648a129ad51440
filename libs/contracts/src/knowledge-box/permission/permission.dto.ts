import type { DataRole, KnowledgeBoxRole } from '../../core/principal';

/** What the caller may do with a knowledge box. */
export class KnowledgeBoxPermissions {
  /** What the caller may do with the content: `READER`, `WRITER`, `OWNER`, `MANAGER`. */
  permissions!: readonly DataRole[];
  /** Highest role of the caller; owners of the account count as `SOWNER`. Null without one, as for NUA keys. */
  role!: KnowledgeBoxRole | null;
}
