import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { betweenHosts } from '../core/between-hosts';
import { operation } from '../core/operation';
import type { AccountRole, Principal } from '../core/principal';
import { ListOf } from '../validation/decorators';
import { text } from '../validation/node';

export const userTypes = ['ROOT', 'DEALER', 'MANAGER', 'SALES', 'READONLY', 'USER'] as const;
export type UserType = (typeof userTypes)[number];

export const userLanguages = ['EN', 'ES', 'CA', 'FR'] as const;
export type UserLanguage = (typeof userLanguages)[number];

/** The caller, flat. */
export class UserRecord {
  id!: string;
  name!: string;
  email!: string;
  type!: UserType;
  avatar!: string | null;
  language!: UserLanguage;
}

/** The caller with what it may do next. */
export class UserProfile {
  preferences!: {
    /** UTC with offset. */
    readonly last_login: string;
    readonly email: string;
    readonly name: string;
    readonly type: UserType;
    readonly language: UserLanguage;
  };
  /** Ids. */
  accounts!: readonly string[];
  /** Whether the user may create another account. */
  create!: boolean;
  can_be_deleted!: boolean;
  /** Accounts of which the user is the only owner. */
  dependant_accounts!: readonly { readonly id: string; readonly slug: string }[];
}

const ofItself = { credentials: ['user', 'pat'], role: 'any', on: 'self' } as const;

export const getUser = operation({
  name: 'accounts.user.get',
  summary: 'Get the authenticated user',
  http: { method: 'GET', path: '/api/v1/user', host: 'accounts', success: 200 },
  policy: ofItself,
  answer: UserRecord,
  deadlineMs: 10_000,
});

export const getUserProfile = operation({
  name: 'accounts.user.welcome',
  summary: 'Get the profile of the authenticated user',
  http: { method: 'GET', path: '/api/v1/user/welcome', host: 'accounts', success: 200 },
  policy: ofItself,
  answer: UserProfile,
  deadlineMs: 10_000,
});

const ID_CHARS_MAX = 256;

export class UserReference {
  @IsIn(['user', 'pat']) kind!: Extract<Principal['kind'], 'user' | 'pat'>;
  @IsString() @MaxLength(ID_CHARS_MAX) id!: string;
  /** Id of the personal access token that must still exist, for `pat`. */
  @IsOptional() @IsString() @MaxLength(ID_CHARS_MAX) key?: string;
}

export class UserMemberships {
  type!: UserType;
  /** Accounts the user belongs to. */
  accounts!: readonly { readonly id: string; readonly slug: string; readonly role: AccountRole }[];
}

/**
 * Tells where a user that was verified earlier belongs now.
 *
 * @throws AppError `unauthorized` when the user or its token is gone
 */
export const resolveUser = operation({
  ...betweenHosts('accounts.user.resolve', 'accounts'),
  summary: 'Find the accounts of a user',
  body: UserReference,
  answer: UserMemberships,
  deadlineMs: 10_000,
});

export const USERS_READ_MAX = 1_000;

export class UserIds {
  /** At most `USERS_READ_MAX`. */
  @ListOf(text({ maxLength: ID_CHARS_MAX }), { max: USERS_READ_MAX }) ids!: readonly string[];
}

export class UserNames {
  /** Those that exist, in no order. */
  users!: readonly { readonly id: string; readonly name: string; readonly email: string }[];
}

export const readUserNames = operation({
  ...betweenHosts('accounts.user.names', 'accounts'),
  summary: 'Find names and addresses of users',
  body: UserIds,
  answer: UserNames,
  deadlineMs: 10_000,
});
