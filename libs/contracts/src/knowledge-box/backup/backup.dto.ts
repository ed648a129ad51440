import { IsNotEmpty, IsString, Matches, MaxLength } from 'class-validator';
import { AccountTarget } from '../../accounts/account/account.dto';
import type { Integer } from '../../core/integer';
import { TITLE_CHARS_MAX } from '../../core/identifiers';
import { KNOWLEDGE_BOX_SLUG } from '../knowledge-box/knowledge-box.dto';

/** UUIDs with or without hyphens. */
const UUID_TEXT = /^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}$/;

/** Statuses that backups can have. */
export const backupStatuses = ['running', 'finished', 'errored'] as const;
/** `running`: it is being written. `errored`: nothing more is tried. */
export type BackupStatus = (typeof backupStatuses)[number];

/** A backup, named in a path. */
export class BackupTarget extends AccountTarget {
  /** Id of the backup, UUID with hyphens. */
  @IsString() @MaxLength(64) backup_id!: string;
}

/** Request to back up a knowledge box. */
export class CreateBackupPayload {
  /** Id of the knowledge box, UUID with or without hyphens. */
  @Matches(UUID_TEXT) kb_id!: string;
}

/** Request to create a knowledge box from a backup. */
export class RestoreBackupPayload {
  /** Name of the new box in addresses, unique within the account: lower-case letters, digits, `:`, `_` and `-`. */
  @Matches(KNOWLEDGE_BOX_SLUG) slug!: string;
  /** Name of the new box for people. */
  @IsString() @IsNotEmpty() @MaxLength(TITLE_CHARS_MAX) title!: string;
}

/** A copy of a knowledge box. */
export class BackupRecord {
  /** Id of the backup, UUID with hyphens. */
  id!: string;
  /** Id of the account that keeps it, UUID with hyphens. */
  account_id!: string;
  /** How it goes. */
  status!: BackupStatus;
  /** When it was requested, UTC without suffix. */
  started_at!: string;
  /** When it was complete, UTC without suffix; null while it runs, and when it failed. */
  finished_at!: string | null;
  /** Bytes of its file; null while it runs, and when it failed. */
  size!: Integer | null;
  /** Why it failed; null when it did not. */
  error!: string | null;
  /** The knowledge box, as it was when the backup was requested. */
  kb_data!: {
    /** Id of the box, UUID with hyphens. */
    readonly id: string;
    /** Name in addresses. */
    readonly slug: string;
    /** Name for people. */
    readonly title: string;
  };
}

/** Backups of an account in one zone. */
export class BackupList {
  /** Newest first. */
  backups!: readonly BackupRecord[];
}

/** Names a backup, or the box that was made of it. */
export class BackupCreated {
  /** Id, UUID with hyphens. */
  id!: string;
}
