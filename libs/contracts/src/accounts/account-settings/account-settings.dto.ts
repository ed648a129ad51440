import { IsBoolean, IsIn, IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { MAIL_ADDRESS, MAIL_ADDRESS_CHARS_MAX } from '../../core/mail-address';
import type { Integer } from '../../core/integer';
import type { AccountRole } from '../../core/principal';
import { Nested } from '../../validation/decorators';
import { SamlConfiguration, SingleDomainSaml } from '../saml/saml.dto';
import { type FactorDemand, factorDemands, type UsageLimits } from '../account/account.dto';

/** Slugs of accounts: up to 63 characters of addresses. */
export const ACCOUNT_SLUG = /^[a-z0-9][a-z0-9_-]{0,62}$/;
/** Code points of the title of an account. */
export const ACCOUNT_TITLE_CHARS_MAX = 256;
/** Code points of the description of an account. */
export const ACCOUNT_DESCRIPTION_CHARS_MAX = 10_000;

/** Kinds of product that an account can be created for. */
export const accountWorkflows = ['classic', 'cowork'] as const;

/** A new account. */
export class AccountPayload {
  /** Name in addresses, unique in the deployment. Made of the title when absent. */
  @IsOptional() @IsString() @Matches(ACCOUNT_SLUG) slug?: string | null;
  /** Name for people. */
  @IsString() @IsNotEmpty() @MaxLength(ACCOUNT_TITLE_CHARS_MAX) title!: string;
  /** Free text. */
  @IsOptional() @IsString() @MaxLength(ACCOUNT_DESCRIPTION_CHARS_MAX) description?: string | null;
  /** Mail address at which the account is reached. */
  @IsOptional() @IsString() @MaxLength(MAIL_ADDRESS_CHARS_MAX) @Matches(MAIL_ADDRESS) email?: string | null;
  /** Slug of the default zone, which must exist. */
  @IsOptional() @IsString() @MaxLength(63) zone?: string | null;
  /** Kind of product. */
  @IsIn(accountWorkflows) workflow: 'classic' | 'cowork' = 'classic';
  /** Whether the licence agreement is accepted. */
  @IsBoolean() eula_accepted: boolean = false;
}

/** An account that was created. */
export class CreatedAccount {
  /** Id of the account, UUID with hyphens. */
  id!: string;
}

/** Changes of an account. Members that are absent or null stay, except where null empties them. */
export class AccountChanges {
  /** New name in addresses. */
  @IsOptional() @IsString() @Matches(ACCOUNT_SLUG) slug?: string | null;
  /** New name for people. */
  @IsOptional() @IsString() @IsNotEmpty() @MaxLength(ACCOUNT_TITLE_CHARS_MAX) title?: string | null;
  /** New text; null empties it. */
  @IsOptional() @IsString() @MaxLength(ACCOUNT_DESCRIPTION_CHARS_MAX) description?: string | null;
  /** Kind of product. */
  @IsOptional() @IsIn(accountWorkflows) workflow?: 'classic' | 'cowork' | null;
  /** Whether the licence agreement is accepted. */
  @IsOptional() @IsBoolean() eula_accepted?: boolean | null;
  /**
   * Whether members need a second factor: `required` for a passkey or an app with codes, `required_or_sso` for one of
   * these or the single sign-on of the account. Members without it do not reach the account and its boxes.
   */
  @IsOptional() @IsIn(factorDemands) second_factor?: FactorDemand | null;
  /** The identity provider of the account, by SAML; null removes it. */
  @IsOptional() @Nested(() => SamlConfiguration) saml_config?: SamlConfiguration | null;
  /** The same with one domain. Deprecated: use `saml_config`, which counts where both are given. */
  @IsOptional() @Nested(() => SingleDomainSaml) saml?: SingleDomainSaml | null;
}

/** A proof that the caller is the user, and not somebody with a copied token. */
export class DeletionHeaders {
  /** Code of six digits from `POST /api/auth/otp/email`, at most ten minutes old. */
  @IsOptional() @IsString() @Matches(/^\d{6}$/) 'x-otp-email'?: string;
}

/** A name that an account may get. */
export class AccountSlugTarget {
  /** The slug. */
  @IsString() @MaxLength(256) account!: string;
}

/** Whether a slug can be taken. */
export class SlugStatus {
  /** True while no account has it, and it is a slug. */
  available!: boolean;
}

/** Names an account a second time, as clients do. */
export class SameAccountQuery {
  /** Id (UUID) or slug of the account of the path. */
  @IsString() @IsNotEmpty() @MaxLength(256) account_id!: string;
}

/** Actions on an account. */
export const accountPermissions = [
  'account:read',
  'account:modify',
  'account:delete',
  'users:read',
  'users:modify',
  'invitations:modify',
  'kbs:read',
  'kbs:create',
  'nua_clients:modify',
  'usage:read',
] as const;

/** What the caller may do with an account. */
export class AccountPermissions {
  /** Role of the caller. */
  role!: AccountRole;
  /** Actions that the role includes. */
  permissions!: readonly (typeof accountPermissions)[number][];
}

/** Limits of a type of account. Without a limit the number is 9007199254740991, and that of boxes and agents is -1. */
export interface AccountTypeLimits {
  /** Knowledge boxes; -1 is unlimited. */
  readonly max_kbs: Integer;
  /** Agents with memory; -1 is unlimited. */
  readonly max_memories: Integer;
  /** Agents without memory; -1 is unlimited. */
  readonly max_agents: Integer;
  /** Members and pending invitations; null is unlimited. */
  readonly max_users: Integer | null;
  /** Always 0: processors are shared. */
  readonly max_dedicated_processors: Integer;
  /** Days until `trial_expiration_date`; null for a type that is no trial. */
  readonly max_trial_days: Integer | null;
  /** Limits of uploaded files. */
  readonly upload: {
    /** Largest audio, video or picture, in bytes. */
    readonly upload_limit_max_media_file_size: Integer;
    /** Largest file of another kind, in bytes. */
    readonly upload_limit_max_non_media_file_size: Integer;
  };
  /** Limits of use. */
  readonly usage: UsageLimits;
}

/** Limits by type of account. */
export class AccountTypes {
  /** One entry for each type. */
  types!: Readonly<Record<string, AccountTypeLimits>>;
}
