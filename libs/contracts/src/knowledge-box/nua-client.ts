import {
  IsBoolean,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { AccountTarget } from '../accounts/account';
import { operation } from '../core/operation';
import { MapOf, Nested } from '../validation/decorators';
import { text } from '../validation/node';
import { TITLE_CHARS_MAX } from './identifiers';
import { DESCRIPTION_CHARS_MAX } from './knowledge-box';

/** Client ids stand in keys that clients decode with the wrong base64 alphabet, so `>`, `?` and `~` must not occur. */
export const NUA_CLIENT_ID = /^[a-zA-Z0-9][a-zA-Z0-9:._-]{0,127}$/;

export class ProcessingWebhook {
  @IsUrl({ protocols: ['http', 'https'], require_protocol: true, require_tld: false }) @MaxLength(2_048) uri!: string;
  @IsOptional() @MapOf(text({ maxLength: 8_192 }), { sizeMax: 64 }) headers?: Record<string, string> | null;
}

export class NuaClientPayload {
  @IsString() @IsNotEmpty() @MaxLength(TITLE_CHARS_MAX) title!: string;
  @IsString() @IsNotEmpty() @MaxLength(TITLE_CHARS_MAX) contact!: string;
  @IsOptional() @IsString() @MaxLength(DESCRIPTION_CHARS_MAX) description?: string | null;
  /** Unique within the account; generated when absent. */
  @IsOptional() @Matches(NUA_CLIENT_ID) client_id?: string | null;
  @IsOptional() @Nested(() => ProcessingWebhook) processing_webhook?: ProcessingWebhook | null;
  /** Whether its key may create, change and delete knowledge boxes. */
  @IsBoolean() allow_kb_management: boolean = false;
  @IsOptional() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) tokens_limit?: number | null;
}

export class ModifyNuaClientPayload {
  @IsOptional() @IsString() @IsNotEmpty() @MaxLength(TITLE_CHARS_MAX) title?: string | null;
  @IsOptional() @IsString() @IsNotEmpty() @MaxLength(TITLE_CHARS_MAX) contact?: string | null;
  /** Null removes the limit. */
  @IsOptional() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) tokens_limit?: number | null;
}

export class NuaClientRecord {
  client_id!: string;
  internal_id!: string;
  title!: string;
  contact!: string;
  description!: string | null;
  /** UTC without suffix. */
  created!: string;
  partitions!: null;
  /** Values of headers are not shown. */
  processing_webhook!: { readonly uri: string; readonly headers: Readonly<Record<string, string>> } | null;
  allow_kb_management!: boolean;
  tokens_limit!: number | null;
}

export class NuaClientList {
  clients!: readonly NuaClientRecord[];
}

export class NuaClientKey {
  client_id!: string;
  internal_id!: string;
  /** Shown only now. */
  token!: string;
}

export class NuaClientQuery {
  @IsOptional() @IsString() client_id?: string;
}

/** A client named by its internal id or by its client id. */
export class NuaClientTarget extends AccountTarget {
  @IsString() client_id!: string;
}

const collection = '/api/v1/account/{account}/nua_clients';
const item = '/api/v1/account/{account}/nua_client/{client_id}';
const asOwner = { credentials: ['user', 'pat'], role: 'AOWNER', on: 'account' } as const;

export const listNuaClients = operation({
  name: 'kb.nua-client.list',
  summary: 'List the NUA clients of an account',
  http: { method: 'GET', path: collection, host: 'zone', success: 200 },
  policy: asOwner,
  params: AccountTarget,
  query: NuaClientQuery,
  answer: NuaClientList,
  deadlineMs: 10_000,
});

export const createNuaClient = operation({
  name: 'kb.nua-client.create',
  summary: 'Create a NUA client with its key',
  http: { method: 'POST', path: collection, host: 'zone', success: 201 },
  policy: asOwner,
  params: AccountTarget,
  body: NuaClientPayload,
  answer: NuaClientKey,
  deadlineMs: 10_000,
});

export const getNuaClient = operation({
  name: 'kb.nua-client.get',
  summary: 'Get a NUA client',
  http: { method: 'GET', path: item, host: 'zone', success: 200 },
  policy: asOwner,
  params: NuaClientTarget,
  answer: NuaClientRecord,
  deadlineMs: 10_000,
});

export const modifyNuaClient = operation({
  name: 'kb.nua-client.modify',
  summary: 'Modify a NUA client',
  http: { method: 'PATCH', path: item, host: 'zone', success: 200 },
  policy: asOwner,
  params: NuaClientTarget,
  body: ModifyNuaClientPayload,
  answer: NuaClientRecord,
  deadlineMs: 10_000,
});

export const deleteNuaClient = operation({
  name: 'kb.nua-client.delete',
  summary: 'Delete a NUA client with its key',
  http: { method: 'DELETE', path: item, host: 'zone', success: 204, reply: 'empty' },
  policy: asOwner,
  params: NuaClientTarget,
  deadlineMs: 10_000,
});

/** The old key dies at once. */
export const renewNuaClientKey = operation({
  name: 'kb.nua-client.renew-key',
  summary: 'Replace the key of a NUA client',
  http: { method: 'PUT', path: `${item}/key`, host: 'zone', success: 201 },
  policy: asOwner,
  params: NuaClientTarget,
  answer: NuaClientKey,
  deadlineMs: 10_000,
});
