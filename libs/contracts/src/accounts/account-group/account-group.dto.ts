import { IsUUID } from 'class-validator';
import type { Integer } from '../../core/integer';
import { AccountTarget } from '../account/account.dto';
import { type AccountMember } from '../account-member/account-member.dto';

/** A group of people of an account. */
export class AccountGroup {
  /** Id of the group, UUID with hyphens. */
  id!: string;
  /** Name of the group, which is the security group of its people in knowledge boxes. */
  name!: string;
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
