import type { DataRole, KnowledgeBoxRole } from '../../core/principal';

/** Permissions of the caller on a knowledge box. */
export class KnowledgeBoxPermissions {
  /** Permissions of the caller on the content: `READER`, `WRITER`, `OWNER`, `MANAGER`. */
  permissions!: readonly DataRole[];
  /** Highest role of the caller; owners of the account count as `SOWNER`. Null without one, as for NUA keys. */
  role!: KnowledgeBoxRole | null;
}
