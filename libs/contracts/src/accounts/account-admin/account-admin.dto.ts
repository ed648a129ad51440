import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { type AccountRole, accountRoles } from '../../core/principal';
import { ForbidUnknown, IsInstant, Nested } from '../../validation/decorators';
import {
  ACCOUNT_DESCRIPTION_CHARS_MAX,
  ACCOUNT_SLUG,
  ACCOUNT_TITLE_CHARS_MAX,
} from '../account-settings/account-settings.dto';
import { accountTypes, type AccountType } from '../account/account.dto';

const LIMIT_MAX = 1e15;
const ownLimit = [IsOptional(), IsInt(), Min(0), Max(LIMIT_MAX)];

/** A number of things, or null. */
function OwnLimit(): PropertyDecorator {
  return (target, name) => ownLimit.forEach((rule) => rule(target, name));
}

/** Limits of one account, in place of those of its type. Absent ones stay; null is that of the type again. */
@ForbidUnknown()
export class OwnAccountLimits {
  /** Knowledge boxes. */
  @OwnLimit() max_kbs?: number | null;
  /** Agents with memory. */
  @OwnLimit() max_memories?: number | null;
  /** Agents without memory. */
  @OwnLimit() max_agents?: number | null;
  /** Members and pending invitations. */
  @OwnLimit() max_users?: number | null;
  /** Paragraphs processed per month. */
  @OwnLimit() monthly_limit_paragraphs_processed?: number | null;
  /** Documents other than audio and video processed per month. */
  @OwnLimit() monthly_limit_docs_no_media_processed?: number | null;
  /** Seconds of audio and video processed per month. */
  @OwnLimit() monthly_limit_media_seconds_processed?: number | null;
  /** Paragraphs processed for knowledge boxes per month. */
  @OwnLimit() monthly_limit_paragraphs_stored?: number | null;
  /** Searches per month. */
  @OwnLimit() monthly_limit_hosted_searches_performed?: number | null;
  /** Answers per month. */
  @OwnLimit() monthly_limit_hosted_answers_generated?: number | null;
  /** Questions that NUA keys have embedded per month. */
  @OwnLimit() monthly_limit_self_hosted_searches_performed?: number | null;
  /** Chats and completions by NUA keys per month. */
  @OwnLimit() monthly_limit_self_hosted_answers_generated?: number | null;
  /** Files other than audio and video processed per month. */
  @OwnLimit() monthly_limit_non_media_files_processed?: number | null;
  /** Characters processed per month. */
  @OwnLimit() monthly_limit_chars_processed?: number | null;
  /** Bytes of files and texts in one knowledge box. */
  @OwnLimit() storage_limit_max_bytes_per_kb?: number | null;
  /** Resources in one knowledge box. */
  @OwnLimit() storage_limit_max_resources_per_kb?: number | null;
  /** Largest audio, video or picture, in bytes. */
  @OwnLimit() upload_limit_max_media_file_size?: number | null;
  /** Largest file of another kind, in bytes. */
  @OwnLimit() upload_limit_max_non_media_file_size?: number | null;
}

/** Changes of an account by who runs the deployment. Absent members stay. */
export class ManagedAccountChanges {
  /** New type, and with it other limits. */
  @IsOptional() @IsIn(accountTypes) type?: AccountType | null;
  /** New name in addresses. */
  @IsOptional() @IsString() @Matches(ACCOUNT_SLUG) slug?: string | null;
  /** New name for people. */
  @IsOptional() @IsString() @IsNotEmpty() @MaxLength(ACCOUNT_TITLE_CHARS_MAX) title?: string | null;
  /** New text; null empties it. */
  @IsOptional() @IsString() @MaxLength(ACCOUNT_DESCRIPTION_CHARS_MAX) description?: string | null;
  /** When the trial ends: ISO 8601; null for an account that is no trial. */
  @IsOptional() @IsInstant() trial_expiration_date?: string | null;
  /** Limits of this account alone. */
  @IsOptional() @Nested(() => OwnAccountLimits) limits?: OwnAccountLimits | null;
}

/** The role of a user in an account. */
export class MemberRole {
  /** Role in the account. */
  @IsIn(accountRoles) role!: AccountRole;
}

/** A deleted account, in one zone. */
export interface DeletedAccount {
  /** Id of the account. */
  readonly account: string;
  /** Slug of the zone. */
  readonly zone: string;
}
