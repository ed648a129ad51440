import type { CredentialKind, KnowledgeBoxRole } from '../../core/principal';

/** Identity that a zone's credential proves. */
export class VerifiedKey {
  /** Kind of the credential. */
  kind!: Extract<CredentialKind, 'sa' | 'temporal' | 'nua' | 'eph'>;
  /** Id of the service account or NUA client, or of the maker of an ephemeral token. */
  id!: string;
  /** Id of the account. */
  account!: string;
  /** Id of the knowledge box; absent for NUA keys. */
  kb?: string;
  /** Role on the knowledge box; absent for NUA keys. */
  role?: KnowledgeBoxRole;
  /** Groups that a temporal key is restricted to, or that the maker of an ephemeral token is in. */
  securityGroups?: readonly string[];
  /** Whether a NUA key may manage knowledge boxes. */
  allowKbManagement?: boolean;
  /** Id of the key; for a token made with a key, the id of that key. */
  key!: string;
  /** When it expires, milliseconds since the epoch; absent for NUA keys. */
  expiresMs?: number;
  /** The only URL path that it opens, when set. */
  path?: string;
  /** The only session of its agent that it opens, when set: its id or slug, as paths have it. */
  session?: string;
}
