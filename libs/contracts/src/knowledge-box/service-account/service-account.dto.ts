import { IsIn, IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { type KnowledgeBoxRole, knowledgeBoxRoles } from '../../core/principal';
import { Either } from '../../validation/decorators';
import { text, whole } from '../../validation/node';
import { TITLE_CHARS_MAX } from '../../core/identifiers';
import { AccountKnowledgeBoxTarget } from '../knowledge-box/knowledge-box.dto';

/** Request to create a service account. */
export class ServiceAccountPayload {
  /** Name for people; need not be unique. */
  @IsString() @IsNotEmpty() @MaxLength(TITLE_CHARS_MAX) title!: string;
  /** Role of its keys on the knowledge box. */
  @IsIn(knowledgeBoxRoles) role!: KnowledgeBoxRole;
}

/** An API key of a service account, without its secret. */
export class ApiKeyRecord {
  /** Id of the key, UUID with hyphens; names it when it is revoked. */
  id!: string;
  /** When the key was created, UTC with offset. */
  created!: string;
  /** When the key expires, UTC with offset. */
  expires!: string;
}

/** A service account: a machine with a role on one knowledge box. */
export class ServiceAccountRecord {
  /** Id of the service account, UUID with hyphens. */
  id!: string;
  /** Name for people. */
  title!: string;
  /** Role of its keys on the knowledge box. */
  role!: KnowledgeBoxRole;
  /** Its keys, expired ones included, oldest first. */
  keys!: readonly ApiKeyRecord[];
}

/** Service accounts of a knowledge box. */
export class ServiceAccountList {
  /** All of them, oldest first. */
  serviceAccounts!: readonly ServiceAccountRecord[];
}

/** A service account of a knowledge box, named in a path. */
export class ServiceAccountTarget extends AccountKnowledgeBoxTarget {
  /** Id of the service account, UUID. */
  @IsString() service_account_id!: string;
}

/** An API key of a service account, named in a path. */
export class ApiKeyTarget extends ServiceAccountTarget {
  /** Id of the key, UUID. */
  @IsString() key_id!: string;
}

/** Most days from now to the end of an API key. */
export const API_KEY_LIFETIME_DAYS_MAX = 1_095;

/** Request to create an API key. */
export class ApiKeyPayload {
  /**
   * When the key expires: whole Unix seconds, as a number or in digits, or an ISO 8601 date (UTC without offset). In
   * the future and at most 1,095 days ahead.
   */
  @Either(text(), whole()) expires!: number | string;
}

/** A new API key. */
export class ApiKeyCreated {
  /** Id of the key, UUID with hyphens; names it when it is revoked. */
  id!: string;
  /** The secret, a JWT for the header `X-SVC-SERVICEACCOUNT: Bearer …`. No later answer shows it. */
  token!: string;
  /** When the key expires, UTC with offset. */
  expires!: string;
}
