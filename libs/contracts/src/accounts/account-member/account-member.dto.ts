import { ArrayMaxSize, IsArray, IsIn, IsNotEmpty, IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import { type AccountRole, accountRoles } from '../../core/principal';
import { ListOf } from '../../validation/decorators';
import { AccountTarget } from '../account/account.dto';

/** Entries of each list of changes. */
export const MEMBER_CHANGES_MAX = 1_000;
/** Members in one list. */
export const MEMBERS_LISTED_MAX = 10_000;

/** A member of an account. */
export class AccountMember {
  /** Id of the user, UUID with hyphens. */
  id!: string;
  /** Name for people. */
  name!: string;
  /** Mail address. */
  email!: string;
  /** Role in the account. */
  role!: AccountRole;
}

/** Members of an account. */
export class AccountMemberList {
  /** The first 10,000, ordered by mail address. */
  users!: readonly AccountMember[];
}

/** A member of an account, named in a path. */
export class AccountMemberTarget extends AccountTarget {
  /** Id of the user, UUID. */
  @IsUUID() user_id!: string;
}

/** Part of a name or a mail address. */
export class MemberSearchQuery {
  /** Text that the name or the mail address contains; upper and lower case are the same. */
  @IsString() @IsNotEmpty() @MaxLength(256) query!: string;
}

/** A user, and the role that it gets. */
export class MemberGrant {
  /** Id of the user, UUID. */
  @IsUUID() id!: string;
  /** Role in the account. */
  @IsIn(accountRoles) role!: AccountRole;
}

/** Changes of who belongs to an account. Removals come first; of several roles for one user the last one counts. */
export class MemberChanges {
  /** Users who become members. A member gets the new role. */
  @IsOptional() @ListOf(() => MemberGrant, { max: MEMBER_CHANGES_MAX }) add?: MemberGrant[] | null;
  /** Ids (UUID) of members who leave. Others are ignored. */
  @IsOptional() @IsArray() @ArrayMaxSize(MEMBER_CHANGES_MAX) @IsUUID(undefined, { each: true }) delete?:
    | string[]
    | null;
}

/** Users who left an account. */
export interface LeftAccount {
  /** Id of the account. */
  readonly account: string;
  /** Ids of the users. */
  readonly users: readonly string[];
  /** Slug of the zone where they may have roles. */
  readonly zone: string;
}
