import { IsIn, IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { operation } from '../core/operation';
import { knowledgeBoxRoles, type KnowledgeBoxRole } from '../core/principal';
import { Anything } from '../validation/decorators';
import { TITLE_CHARS_MAX } from './identifiers';
import { AccountKnowledgeBoxTarget } from './knowledge-box';

export class ServiceAccountPayload {
  /** Need not be unique. */
  @IsString() @IsNotEmpty() @MaxLength(TITLE_CHARS_MAX) title!: string;
  @IsIn(knowledgeBoxRoles) role!: KnowledgeBoxRole;
}

export class ApiKeyRecord {
  id!: string;
  /** UTC with offset, both. */
  created!: string;
  expires!: string;
}

export class ServiceAccountRecord {
  id!: string;
  title!: string;
  role!: KnowledgeBoxRole;
  keys!: readonly ApiKeyRecord[];
}

export class ServiceAccountList {
  serviceAccounts!: readonly ServiceAccountRecord[];
}

export class ServiceAccountTarget extends AccountKnowledgeBoxTarget {
  @IsString() service_account_id!: string;
}

export class ApiKeyTarget extends ServiceAccountTarget {
  @IsString() key_id!: string;
}

/** How far ahead an API key may expire. */
export const API_KEY_LIFETIME_DAYS_MAX = 1_095;

export class ApiKeyPayload {
  /** Unix seconds as a number or as text, or an ISO 8601 date. */
  @Anything() expires!: number | string;
}

export class ApiKeyCreated {
  id!: string;
  /** Shown only now. */
  token!: string;
  /** UTC with offset. */
  expires!: string;
}

const collection = '/api/v1/account/{account}/kb/{kbid}/service_accounts';
const item = '/api/v1/account/{account}/kb/{kbid}/service_account/{service_account_id}';
const asOwner = {
  credentials: ['nua', 'user', 'pat'],
  role: ['SOWNER', 'AOWNER'],
  on: 'kb',
  management: true,
} as const;

export const listServiceAccounts = operation({
  name: 'kb.service-account.list',
  summary: 'List service accounts with their keys',
  http: {
    method: 'GET',
    path: collection,
    host: 'zone',
    success: 200,
    member: 'serviceAccounts',
  },
  policy: asOwner,
  params: AccountKnowledgeBoxTarget,
  answer: ServiceAccountList,
  deadlineMs: 10_000,
});

export const createServiceAccount = operation({
  name: 'kb.service-account.create',
  summary: 'Create a service account',
  http: { method: 'POST', path: collection, host: 'zone', success: 201 },
  policy: asOwner,
  params: AccountKnowledgeBoxTarget,
  body: ServiceAccountPayload,
  answer: ServiceAccountRecord,
  deadlineMs: 10_000,
});

export const deleteServiceAccount = operation({
  name: 'kb.service-account.delete',
  summary: 'Delete a service account with its keys',
  http: { method: 'DELETE', path: item, host: 'zone', success: 204, reply: 'empty' },
  policy: asOwner,
  params: ServiceAccountTarget,
  deadlineMs: 10_000,
});

export const createServiceAccountKey = operation({
  name: 'kb.api-key.create',
  summary: 'Create an API key',
  http: { method: 'POST', path: `${item}/keys`, host: 'zone', success: 201 },
  policy: asOwner,
  params: ServiceAccountTarget,
  body: ApiKeyPayload,
  answer: ApiKeyCreated,
  deadlineMs: 10_000,
});

export const deleteServiceAccountKey = operation({
  name: 'kb.api-key.delete',
  summary: 'Revoke an API key',
  http: { method: 'DELETE', path: `${item}/key/{key_id}`, host: 'zone', success: 204, reply: 'empty' },
  policy: asOwner,
  params: ApiKeyTarget,
  deadlineMs: 10_000,
});
