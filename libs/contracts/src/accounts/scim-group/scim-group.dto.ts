import { IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import type { Integer } from '../../core/integer';
import { ListOf } from '../../validation/decorators';
import { text } from '../../validation/node';
import { type ScimMeta } from '../scim-user/scim-user.dto';

const ID_CHARS_MAX = 256;
/** Characters of the name of a group. */
export const GROUP_NAME_CHARS_MAX = 256;
/** People of a group. */
export const GROUP_MEMBERS_MAX = 10_000;
/** Groups of an account. */
export const GROUPS_MAX = 5_000;
/** Groups that one person is in. */
export const GROUPS_OF_USER_MAX = 500;

/** A person in a group. */
export class ScimMember {
  /** Id of the person, UUID. */
  @IsString() @IsNotEmpty() @MaxLength(ID_CHARS_MAX) value!: string;
  /** Name for people. */
  @IsOptional() @IsString() @MaxLength(1_024) display?: string;
  /** `User`; groups in groups are not supported. */
  @IsOptional() @IsString() @MaxLength(ID_CHARS_MAX) type?: string;
}

/** A group, as an identity provider sends it. */
export class ScimGroupPayload {
  /** Ids of the schemas that the group has. */
  @IsOptional() @ListOf(text({ maxLength: ID_CHARS_MAX }), { max: 20 }) schemas?: readonly string[];
  /** Name of the group, unique in the account in any case. It is the security group of its people in boxes. */
  @IsString() @IsNotEmpty() @MaxLength(GROUP_NAME_CHARS_MAX) displayName!: string;
  /** Id at the identity provider. */
  @IsOptional() @IsString() @MaxLength(ID_CHARS_MAX) externalId?: string;
  /** The people in it. */
  @IsOptional() @ListOf(() => ScimMember, { max: GROUP_MEMBERS_MAX }) members?: readonly ScimMember[];
}

/** A group of the account; which members there are follows from `attributes`. */
export class ScimGroup {
  /** Ids of the schemas that the group has. */
  schemas!: readonly string[];
  /** Id of the group, UUID with hyphens. */
  id!: string;
  /** Id at the identity provider. */
  externalId?: string;
  /** Name of the group. */
  displayName?: string;
  /** The people in it. */
  members?: readonly ScimMember[];
  /** Where it is, and since when. */
  meta?: ScimMeta;
}

/** A page of groups. */
export class ScimGroupList {
  /** Id of the schema of lists. */
  schemas!: readonly string[];
  /** How many there are on all pages. */
  totalResults!: Integer;
  /** Position of the first one, from 1. */
  startIndex!: Integer;
  /** How many are here. */
  itemsPerPage!: Integer;
  /** The groups. */
  Resources!: readonly ScimGroup[];
}
