import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsOptional, IsUUID } from 'class-validator';
import { type KnowledgeBoxRole, knowledgeBoxRoles } from '../../core/principal';
import { ListOf } from '../../validation/decorators';

/** Users that one knowledge box can have, and entries of each list of changes. */
export const KNOWLEDGE_BOX_USERS_MAX = 1_000;

/** How much of each user is wanted. */
export class KnowledgeBoxUserQuery {
  /** Whether `name` and `email` of each user are returned. */
  @IsBoolean() include_user_detail: boolean = false;
}

/** A user with a role on a knowledge box. */
export class KnowledgeBoxUserRecord {
  /** Id of the user, UUID with hyphens. */
  id!: string;
  /** Role on the knowledge box. */
  role!: KnowledgeBoxRole;
  /** Name for people; empty when the user does not exist any more. Only with `include_user_detail`. */
  name?: string;
  /** Mail address; empty when the user does not exist any more. Only with `include_user_detail`. */
  email?: string;
}

/** Users with a role on a knowledge box. */
export class KnowledgeBoxUserList {
  /** All of them, ordered by id. */
  users!: readonly KnowledgeBoxUserRecord[];
}

/** A role that a user is to have on a knowledge box. */
export class KnowledgeBoxUserGrant {
  /** Id of the user, UUID. */
  @IsUUID() id!: string;
  /** Role on the knowledge box. */
  @IsIn(knowledgeBoxRoles) role!: KnowledgeBoxRole;
}

/**
 * Changes of who has which role on a knowledge box. Users are removed first; of several roles for one user the last one
 * counts, those of `update` after those of `add`.
 */
export class KnowledgeBoxUserChanges {
  /** Users who get a role. A user who has one gets the new one instead. */
  @IsOptional() @ListOf(() => KnowledgeBoxUserGrant, { max: KNOWLEDGE_BOX_USERS_MAX }) add?:
    | KnowledgeBoxUserGrant[]
    | null;
  /** Users of the box whose role changes. */
  @IsOptional() @ListOf(() => KnowledgeBoxUserGrant, { max: KNOWLEDGE_BOX_USERS_MAX }) update?:
    | KnowledgeBoxUserGrant[]
    | null;
  /** Ids (UUID) of users who lose their role. Unknown ones are ignored. */
  @IsOptional() @IsArray() @ArrayMaxSize(KNOWLEDGE_BOX_USERS_MAX) @IsUUID(undefined, { each: true }) delete?:
    | string[]
    | null;
}
