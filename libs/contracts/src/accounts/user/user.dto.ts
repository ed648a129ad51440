import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import type { AccountRole, Principal } from '../../core/principal';
import { ListOf } from '../../validation/decorators';
import { text } from '../../validation/node';

/** Types that a user can have. */
export const userTypes = ['ROOT', 'DEALER', 'MANAGER', 'SALES', 'READONLY', 'USER'] as const;

/** Type of a user. Only `ROOT` grants anything: full access to the deployment. */
export type UserType = (typeof userTypes)[number];

/** Languages that a user can choose. */
export const userLanguages = ['EN', 'ES', 'CA', 'FR'] as const;

/** Language of the dashboard. */
export type UserLanguage = (typeof userLanguages)[number];

/** The authenticated user. */
export class UserRecord {
  /** Id of the user, UUID with hyphens. */
  id!: string;
  /** Name for people. */
  name!: string;
  /** Mail address. */
  email!: string;
  /** Type of the user. */
  type!: UserType;
  /** Picture; null without one. */
  avatar!: string | null;
  /** Language of the dashboard. */
  language!: UserLanguage;
}

/** The authenticated user with what the user may do next. */
export class UserProfile {
  /** Who the user is. */
  preferences!: {
    /** Last sign-in, UTC with offset; creation of the user before the first. */
    readonly last_login: string;
    /** Mail address. */
    readonly email: string;
    /** Name for people. */
    readonly name: string;
    /** Type of the user. */
    readonly type: UserType;
    /** Language of the dashboard. */
    readonly language: UserLanguage;
  };
  /** Ids of the accounts that the user is a member of. */
  accounts!: readonly string[];
  /** Whether the user may create another account. */
  create!: boolean;
  /** Whether the user can be deleted; false while the user is the only owner of an account. */
  can_be_deleted!: boolean;
  /** Accounts of which the user is the only owner. */
  dependant_accounts!: readonly {
    /** Id of the account, UUID with hyphens. */
    readonly id: string;
    /** Slug of the account. */
    readonly slug: string;
  }[];
}

const ID_CHARS_MAX = 256;

/** A user, and the token that the user was verified by. */
export class UserReference {
  /** Kind of the credential. */
  @IsIn(['user', 'pat']) kind!: Extract<Principal['kind'], 'user' | 'pat'>;
  /** Id of the user, UUID. */
  @IsString() @MaxLength(ID_CHARS_MAX) id!: string;
  /** Id of the personal access token that must still exist, for `pat`. */
  @IsOptional() @IsString() @MaxLength(ID_CHARS_MAX) key?: string;
}

/** Type and accounts of a user. */
export class UserMemberships {
  /** Type of the user. */
  type!: UserType;
  /** Accounts that the user is a member of. */
  accounts!: readonly {
    /** Id of the account, UUID with hyphens. */
    readonly id: string;
    /** Slug of the account. */
    readonly slug: string;
    /** Role of the user in the account. */
    readonly role: AccountRole;
    /** Names of its groups that the user is in; absent while the account has no groups at all. */
    readonly groups?: readonly string[];
  }[];
  /** Ids of further accounts, which demand a second factor that the user has not set up: nothing of them is open. */
  withheld?: readonly string[];
  /** Ids of accounts that the user left lately, while roles on their knowledge boxes remain: these count no more. */
  readonly left?: readonly string[];
}

/** Most users whose names are read at once. */
export const USERS_READ_MAX = 1_000;

/** Users whose names are wanted. */
export class UserIds {
  /** Ids (UUID), at most `USERS_READ_MAX`. */
  @ListOf(text({ maxLength: ID_CHARS_MAX }), { max: USERS_READ_MAX }) ids!: readonly string[];
}

/** Names and mail addresses of users. */
export class UserNames {
  /** Those that exist, in no particular order. */
  users!: readonly {
    /** Id of the user, UUID with hyphens. */
    readonly id: string;
    /** Name for people. */
    readonly name: string;
    /** Mail address. */
    readonly email: string;
  }[];
}
