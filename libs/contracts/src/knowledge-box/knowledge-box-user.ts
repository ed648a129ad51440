import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsOptional, IsUUID } from 'class-validator';
import { operation } from '../core/operation';
import { knowledgeBoxRoles, type KnowledgeBoxRole } from '../core/principal';
import { ListOf } from '../validation/decorators';
import { AccountKnowledgeBoxTarget } from './knowledge-box';

export const KNOWLEDGE_BOX_USERS_MAX = 1_000;

export class KnowledgeBoxUserQuery {
  @IsBoolean() include_user_detail: boolean = false;
}

export class KnowledgeBoxUserRecord {
  id!: string;
  role!: KnowledgeBoxRole;
  /** Only with details. */
  name?: string;
  email?: string;
}

export class KnowledgeBoxUserList {
  users!: readonly KnowledgeBoxUserRecord[];
}

export class KnowledgeBoxUserGrant {
  @IsUUID() id!: string;
  @IsIn(knowledgeBoxRoles) role!: KnowledgeBoxRole;
}

export class KnowledgeBoxUserChanges {
  @IsOptional() @ListOf(() => KnowledgeBoxUserGrant, { max: KNOWLEDGE_BOX_USERS_MAX }) add?:
    KnowledgeBoxUserGrant[] | null;
  @IsOptional() @ListOf(() => KnowledgeBoxUserGrant, { max: KNOWLEDGE_BOX_USERS_MAX }) update?:
    KnowledgeBoxUserGrant[] | null;
  @IsOptional() @IsArray() @ArrayMaxSize(KNOWLEDGE_BOX_USERS_MAX) @IsUUID(undefined, { each: true }) delete?:
    string[] | null;
}

const path = '/api/v1/account/{account}/kb/{kbid}/users';
const asOwner = {
  credentials: ['user', 'pat'],
  role: ['SOWNER', 'AOWNER'],
  on: 'kb',
  management: true,
} as const;

export const listKnowledgeBoxUsers = operation({
  name: 'kb.user.list',
  summary: 'List the users of a knowledge box',
  http: {
    method: 'GET',
    path,
    host: 'zone',
    success: 200,
    member: 'users',
  },
  policy: asOwner,
  params: AccountKnowledgeBoxTarget,
  query: KnowledgeBoxUserQuery,
  answer: KnowledgeBoxUserList,
  deadlineMs: 10_000,
});

export const updateKnowledgeBoxUsers = operation({
  name: 'kb.user.update',
  summary: 'Add, change and remove users of a knowledge box',
  http: { method: 'PATCH', path, host: 'zone', success: 204, reply: 'empty' },
  policy: asOwner,
  params: AccountKnowledgeBoxTarget,
  body: KnowledgeBoxUserChanges,
  deadlineMs: 10_000,
});
