import { IsInt, IsOptional, IsString, IsUUID, Matches, Max, MaxLength, Min } from 'class-validator';
import { SESSION_NAME_CHARS_MAX } from '../../core/identifiers';
import type { Integer } from '../../core/integer';
import { AgentId } from '../../validation/ids';
import { AgentTarget } from '../params';

const ACCEPT_CHARS_MAX = 1_024;
const YEAR_MIN = 2_000;
const YEAR_MAX = 9_999;
const MONTHS = 12;

/** How a file of interactions is written. */
export const interactionFileFormats = ['csv', 'ndjson'] as const;
/** How a file of interactions is written. */
export type InteractionFileFormat = (typeof interactionFileFormats)[number];

/** In which form the file is wanted. */
export class InteractionDownloadHeaders {
  /** `text/csv`, which is the default, or `application/x-ndjson`. */
  @IsOptional() @IsString() @MaxLength(ACCEPT_CHARS_MAX) accept?: string;
}

/** Which interactions become a file: those of a month, in UTC. */
export class InteractionDownloadPayload {
  /** Id or slug of a session, or `ephemeral`; all when absent. */
  @IsOptional() @IsString() @MaxLength(SESSION_NAME_CHARS_MAX) session_id?: string | null;
  /** This year when absent. */
  @IsOptional() @IsInt() @Min(YEAR_MIN) @Max(YEAR_MAX) year?: Integer | null;
  /** From 1 to 12. The month before this one when absent; in January, without a year, December of the last year. */
  @IsOptional() @IsInt() @Min(1) @Max(MONTHS) month?: Integer | null;
}

/** A requested file of interactions. */
export class InteractionDownloadTarget extends AgentTarget {
  /** Id of the request, a UUID. */
  @IsUUID() request_id!: string;
}

/** A file of interactions, without a target that callers need rights on. */
export class InteractionFileTarget {
  /** Id of the agent. */
  @AgentId() agent_id!: string;
  /** Id of the request, a UUID. */
  @IsUUID() request_id!: string;
}

/** The secret of an address. */
export class InteractionFileQuery {
  /** As in `download_url`. */
  @Matches(/^[0-9A-Za-z_-]{43}$/) signature!: string;
}

/** Which interactions a file has. */
export class InteractionDownloadQuery {
  /** Id of the session; null for all. */
  session_id!: string | null;
  /** The year. */
  year!: Integer;
  /** The month, from 1 to 12. */
  month!: Integer;
}

/** How far a file of interactions is. */
export class InteractionDownload {
  /** Id of the request, a UUID. */
  id!: string;
  /** Always `interactions`. */
  type!: string;
  /** `pending` until the file is written; `error` when that failed for good. */
  status!: 'pending' | 'ready' | 'error';
  /** Where anyone can fetch the file, without credentials, for 7 days; null before and after. */
  download_url!: string | null;
  /** What was requested, complete. */
  query!: InteractionDownloadQuery;
  /** Why there will be no file. Absent unless writing it failed for good. */
  error?: string;
}

/** Requested files of interactions. */
export class InteractionDownloads {
  /** Newest first. */
  downloads!: readonly InteractionDownload[];
}
