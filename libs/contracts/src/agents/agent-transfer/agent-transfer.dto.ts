import { IsBoolean, IsString, IsUUID, Matches, MaxLength, MinLength } from 'class-validator';
import type { StoredBlob } from '../../knowledge-box/upload/upload.dto';
import { AgentId } from '../../validation/ids';

/** Characters of a passphrase. */
const PASSPHRASE_CHARS_MAX = 1_024;
const PASSPHRASE_CHARS_MIN = 16;
/** Bytes of a file that an agent is imported from; an export has no more. */
export const AGENT_FILE_BYTES_MAX = 10 * 1024 ** 2;
/** How long the link to an export works. */
export const AGENT_EXPORT_HOURS = 24;

/** What encrypts an export. */
export class AgentExportPayload {
  /** From 16 characters. Without it nobody can read the file. */
  @IsString() @MinLength(PASSPHRASE_CHARS_MIN) @MaxLength(PASSPHRASE_CHARS_MAX) passphrase!: string;
}

/** An export of an agent. */
export class AgentExportTarget {
  /** Id of the agent. */
  @AgentId() agent_id!: string;
  /** Id of the export, a UUID. */
  @IsUUID() export_id!: string;
}

/** The secret of a link. */
export class AgentExportQuery {
  /** As in the link of the mail. */
  @Matches(/^[0-9A-Za-z_-]{1,100}$/) token!: string;
}

/** A form with an export. */
export class AgentImportForm {
  /** The passphrase of the export. */
  @IsString() @MinLength(1) @MaxLength(PASSPHRASE_CHARS_MAX) passphrase!: string;
  /** Whether drivers, workflows with their modules, and prompts that are there are deleted first. */
  @IsBoolean() overwrite: boolean = false;
  /** The export. */
  file!: StoredBlob;
}
