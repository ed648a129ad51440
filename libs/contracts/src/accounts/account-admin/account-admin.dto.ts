import { IsIn, IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { type AccountRole, accountRoles } from '../../core/principal';
import { IsInstant } from '../../validation/decorators';
import {
  ACCOUNT_DESCRIPTION_CHARS_MAX,
  ACCOUNT_SLUG,
  ACCOUNT_TITLE_CHARS_MAX,
} from '../account-settings/account-settings.dto';
import { accountTypes, type AccountType } from '../account/account.dto';

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
