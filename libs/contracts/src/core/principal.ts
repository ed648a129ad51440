/**
 * Proven identity of a caller. `none` is anonymous; `system` is Lectern itself (tasks, start-up); `peer` is the
 * accounts host to a zone, and a zone to the accounts host; `scim` is the identity provider of an account.
 */
export const credentialKinds = [
  'user',
  'pat',
  'sa',
  'temporal',
  'eph',
  'nua',
  'scim',
  'peer',
  'none',
  'system',
] as const;
/** Kind of a credential. */
export type CredentialKind = (typeof credentialKinds)[number];

/** Roles on the data plane: flat, none implies another. */
export const dataRoles = ['READER', 'WRITER', 'OWNER', 'MANAGER'] as const;
/** Role on the data plane. */
export type DataRole = (typeof dataRoles)[number];

/** Roles on a knowledge box, as granted. */
export const knowledgeBoxRoles = ['SMEMBER', 'SCONTRIBUTOR', 'SOWNER'] as const;
/** Role on a knowledge box: reads (`SMEMBER`), also writes (`SCONTRIBUTOR`), or owns it (`SOWNER`). */
export type KnowledgeBoxRole = (typeof knowledgeBoxRoles)[number];

/** Roles in an account. */
export const accountRoles = ['AMEMBER', 'AOWNER'] as const;
/** Role in an account: member or owner. */
export type AccountRole = (typeof accountRoles)[number];

/** Type of a user who runs the deployment. */
export const userRoles = ['ROOT'] as const;
/** Role of a user who runs the deployment. */
export type UserRole = (typeof userRoles)[number];

/** Any role that a policy can ask for. */
export type Role = DataRole | KnowledgeBoxRole | AccountRole | UserRole;

/** Roles on the data plane that a role on a knowledge box includes. */
export const dataRolesOf: Readonly<Record<KnowledgeBoxRole, readonly DataRole[]>> = {
  SMEMBER: ['READER'],
  SCONTRIBUTOR: ['READER', 'WRITER'],
  SOWNER: ['READER', 'WRITER', 'OWNER', 'MANAGER'],
};

/** Who asks. Made by the gateway, travels with every operation, never taken from outside. */
export interface Principal {
  /** Kind of the credential. */
  readonly kind: CredentialKind;
  /** User id, service account id, NUA client id; name of a peer; empty for `none`. */
  readonly id: string;
  /** Account of the target or of the credential. */
  readonly account?: string;
  /** Knowledge box of the target, hyphenated UUID. */
  readonly kb?: string;
  /** Agent of the target, hyphenated UUID. */
  readonly agent?: string;
  /** Roles on the target. */
  readonly roles: readonly Role[];
  /** Set by a temporal key: replaces what the request says. */
  readonly securityGroups?: readonly string[];
  /** Id of the key or token, for audit and revocation. */
  readonly key?: string;
  /** Name for the audit log: the caller's `x-kbdb-user`, or the id of a user who sends none. At most 256 characters. */
  readonly label?: string;
  /** Of a user key: when the user last entered a password or signed in otherwise, in Unix seconds. */
  readonly verifiedAt?: number;
  /** Address of the client, for the audit log. */
  readonly address?: string;
}

/** Who did it, for the audit log and the change log. */
export function authorOf({ label, id }: Principal): string {
  return label || id;
}

/** Lectern acting for itself. */
export const systemPrincipal: Principal = {
  kind: 'system',
  id: 'system',
  roles: ['READER', 'WRITER', 'OWNER', 'MANAGER'],
};
