import { ArrayMaxSize, IsArray, IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import type { Integer } from '../../core/integer';
import { AccountTarget } from '../account/account.dto';
import { type AccountMember } from '../account-member/account-member.dto';
import { GROUP_NAME_CHARS_MAX } from '../scim-group/scim-group.dto';

/** Where a group comes from: owners made it, the identity provider by SCIM, or an attribute of SAML assertions. */
export const groupOrigins = ['hand', 'scim', 'saml'] as const;
/** Where a group comes from: owners made it, the identity provider by SCIM, or an attribute of SAML assertions. */
export type GroupOrigin = (typeof groupOrigins)[number];

/** People that one request adds or removes. */
export const GROUP_CHANGES_MAX = 1_000;

/** A group of people of an account. */
export class AccountGroup {
  /** Id of the group, UUID with hyphens. */
  id!: string;
  /** Name of the group, which is the security group of its people in knowledge boxes. */
  name!: string;
  /** Who says who is in it; nobody else changes it. */
  origin!: GroupOrigin;
  /** Id at the identity provider; null when it has none. */
  external_id!: string | null;
  /** How many people are in it, those without access included. */
  members!: Integer;
  /** When it was changed last, UTC with offset. */
  modified!: string;
}

/** Groups of an account. */
export class AccountGroupList {
  /** All of them, ordered by name. */
  groups!: readonly AccountGroup[];
}

/** A group, named in a path. */
export class AccountGroupTarget extends AccountTarget {
  /** Id of the group, UUID. */
  @IsUUID() group_id!: string;
}

/** A person in a group. */
export class AccountGroupMember implements Pick<AccountMember, 'id' | 'name' | 'email'> {
  /** Id of the user, UUID with hyphens. */
  id!: string;
  /** Name for people. */
  name!: string;
  /** Mail address. */
  email!: string;
  /** Whether the user is a member of the account; others have no access, whatever their groups. */
  active!: boolean;
}

/** People in a group. */
export class AccountGroupMemberList {
  /** All of them, ordered by mail address. */
  users!: readonly AccountGroupMember[];
}

/** A group that an owner makes, or its new name. */
export class AccountGroupPayload {
  /** Unique among the groups of the account, in any case. Spaces at its ends do not count. */
  @IsString() @MaxLength(GROUP_NAME_CHARS_MAX) @Matches(/^[^\u0000]*[^\s\u0000][^\u0000]*$/) name!: string;
}

/** Changes of who is in a group: all of them, or none. */
export class AccountGroupChanges {
  /** Ids (UUID) of people of the account who come in. Those who are in it already are ignored. */
  @IsOptional() @IsArray() @ArrayMaxSize(GROUP_CHANGES_MAX) @IsUUID(undefined, { each: true }) add?: string[] | null;
  /** Ids (UUID) of people who leave. Others are ignored; who is named in both lists leaves. */
  @IsOptional() @IsArray() @ArrayMaxSize(GROUP_CHANGES_MAX) @IsUUID(undefined, { each: true }) delete?: string[] | null;
}
