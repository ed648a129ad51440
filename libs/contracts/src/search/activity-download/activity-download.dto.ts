import { IsBoolean, IsEmail, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { ForbidUnknown, Together } from '../../validation/decorators';
import { ActivitySelectionPayload } from '../activity/activity.dto';

const ACCEPT_CHARS_MAX = 1_024;
const EMAIL_CHARS_MAX = 254;
/** Code points of the id of a download. */
const REQUEST_ID_CHARS_MAX = 100;

/** How a file of activity is written. */
export const activityDownloadFormats = ['ndjson', 'csv'] as const;
/** How a file of activity is written. */
export type ActivityDownloadFormat = (typeof activityDownloadFormats)[number];

/** In which form the file is wanted. */
export class ActivityDownloadHeaders {
  /** `text/csv`, or `application/x-ndjson`, which any other type counts as. */
  @IsOptional() @IsString() @MaxLength(ACCEPT_CHARS_MAX) accept?: string;
}

/** Which rows become a file. All of them do: there is no pagination. Unknown members are refused. */
@ForbidUnknown()
@Together<ActivityDownloadPayload>(({ notify_via_email: notifies, email_address: address }) =>
  notifies && !address ? '`notify_via_email` needs an `email_address`' : undefined,
)
export class ActivityDownloadPayload extends ActivitySelectionPayload {
  /** Who gets a mail with the address of the file. */
  @IsOptional() @IsEmail() @MaxLength(EMAIL_CHARS_MAX) email_address?: string | null;
  /** Whether a mail is sent once the file can be fetched. */
  @IsOptional() @IsBoolean() notify_via_email?: boolean | null;
}

/** A download that was requested. */
export class ActivityDownloadTarget extends KnowledgeBoxTarget {
  /** `request_id` of the download. */
  @IsString() @MaxLength(REQUEST_ID_CHARS_MAX) request_id!: string;
}

/** A file of activity, written or being written. */
export class ActivityDownload {
  /** Id of the download, UUID. */
  request_id!: string;
  /** Always `query`. */
  download_type!: string;
  /** How the file is written. */
  download_format!: ActivityDownloadFormat;
  /** The kind of activity that the path named, in lower case. */
  event_type!: string;
  /** When it was requested, UTC without suffix. */
  requested_at!: string;
  /** Id of the knowledge box. */
  kb_id!: string;
  /** Where anyone can fetch the file, without credentials, until it expires; null until it is written. */
  download_url!: string | null;
  /** Why there will be no file. Absent unless writing it failed for good. */
  error?: string;
}

/** The file that an address names. */
export class ActivityFileTarget {
  /** Secret that ends the address. */
  @Matches(/^[0-9A-Za-z_-]{1,100}$/) token!: string;
}
