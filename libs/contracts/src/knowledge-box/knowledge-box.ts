import {
  IsArray,
  IsBoolean,
  IsIn,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ArrayMaxSize,
  IsNotEmpty,
} from 'class-validator';
import { betweenHosts } from '../core/between-hosts';
import { operation } from '../core/operation';
import type { KnowledgeBoxRole } from '../core/principal';
import { task } from '../core/task';
import { AccountTarget } from '../accounts/account';
import { Nested, RefuseLike, Satisfies, Unsupported } from '../validation/decorators';
import { jsonWithin } from '../validation/json-bounds';
import { isOff, nothingOr, saysNothing } from '../validation/nothing';
import { EXTRA_CHARS_MAX, TITLE_CHARS_MAX } from './identifiers';
import { type KnowledgeBoxMode, knowledgeBoxModes } from './knowledge-box-mode';
import { LearningConfiguration } from './learning-configuration.dto';
import { JSON_DEPTH_MAX, SECURITY_LIKE } from './limits';

/** Slugs of knowledge boxes have no upper-case letters. */
export const KNOWLEDGE_BOX_SLUG = /^[a-z0-9:_-]{1,250}$/;
export const DESCRIPTION_CHARS_MAX = 10_000;
export const ALLOWED_CALLERS_MAX = 256;

/** What a listing may ask for; `agents` is both kinds of agents. */
export const knowledgeBoxModeFilters = [...knowledgeBoxModes, 'agents'] as const;
export type KnowledgeBoxModeFilter = (typeof knowledgeBoxModeFilters)[number];

export const knowledgeBoxStates = ['PRIVATE', 'PUBLISHED'] as const;
export type KnowledgeBoxState = (typeof knowledgeBoxStates)[number];

export class AccountKnowledgeBoxTarget extends AccountTarget {
  @IsString() kbid!: string;
}

/** What creating and modifying a knowledge box share. */
@RefuseLike(SECURITY_LIKE, 'enforce_security')
class KnowledgeBoxMembers {
  @IsOptional() @IsString() @MaxLength(DESCRIPTION_CHARS_MAX) description?: string | null;
  /** Origins of browsers that may call; any when null. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(ALLOWED_CALLERS_MAX)
  @IsString({ each: true })
  @MaxLength(255, { each: true })
  allowed_origins?: string[] | null;
  /** IP addresses, or ranges in CIDR notation, that may call; any when null. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(ALLOWED_CALLERS_MAX)
  @IsString({ each: true })
  @MaxLength(64, { each: true })
  allowed_ip_addresses?: string[] | null;
  /** What dashboards keep with the box: returned as it is, and used by nothing here. */
  @IsOptional()
  @IsObject()
  @Satisfies(jsonWithin({ depthMax: JSON_DEPTH_MAX, charsMax: EXTRA_CHARS_MAX }))
  search_configs?: Record<string, unknown> | null;
  /** A request that names no groups sees public resources only. */
  @IsOptional() @IsBoolean() enforce_security?: boolean | null;
  @IsOptional() @IsBoolean() hidden_resources_enabled?: boolean | null;
  @IsOptional() @IsBoolean() hidden_resources_hide_on_creation?: boolean | null;
  @Unsupported(isNoProvider) external_index_provider?: unknown;
}

/** What a client sends to create a knowledge box. Unknown members are ignored. */
export class CreateKnowledgeBoxPayload extends KnowledgeBoxMembers {
  /** Unique within the account. */
  @Matches(KNOWLEDGE_BOX_SLUG) slug!: string;
  @IsString() @IsNotEmpty() @MaxLength(TITLE_CHARS_MAX) title!: string;
  @IsIn(knowledgeBoxModes) mode: KnowledgeBoxMode = 'kb';
  @IsOptional() @Nested(() => LearningConfiguration) learning_configuration?: LearningConfiguration | null;
}

/** What a client sends to change a knowledge box: what is absent stays. */
export class ModifyKnowledgeBoxPayload extends KnowledgeBoxMembers {
  @IsOptional() @Matches(KNOWLEDGE_BOX_SLUG) slug?: string | null;
  @IsOptional() @IsString() @IsNotEmpty() @MaxLength(TITLE_CHARS_MAX) title?: string | null;
  @IsOptional() @IsIn(knowledgeBoxStates) state?: KnowledgeBoxState | null;
  @Unsupported(isOff) prewarm_enabled?: unknown;
  /** Models are chosen at creation. */
  @Unsupported() learning_configuration?: unknown;
}

export class KnowledgeBoxQuery {
  @IsIn(knowledgeBoxModeFilters) mode: KnowledgeBoxModeFilter = 'kb';
  @IsBoolean() include_search_configs: boolean = false;
}

/** A knowledge box as its account sees it. */
export class KnowledgeBoxRecord {
  id!: string;
  account_id!: string;
  slug!: string;
  /** Slug. */
  zone!: string;
  title!: string;
  mode!: KnowledgeBoxMode;
  state!: KnowledgeBoxState;
  description!: string | null;
  /** UTC without suffix. */
  created!: string;
  /** The caller's own role. */
  role_on_kb!: KnowledgeBoxRole | null;
  allowed_origins!: readonly string[] | null;
  allowed_ip_addresses!: readonly string[] | null;
  search_configs!: Readonly<Record<string, unknown>>;
  external_index_provider!: null;
  hidden_resources_enabled!: boolean;
  hidden_resources_hide_on_creation!: boolean;
  prewarm_enabled!: boolean;
  enforce_security!: boolean;
}

export class KnowledgeBoxList {
  boxes!: readonly KnowledgeBoxRecord[];
}

export class CreatedId {
  id!: string;
}

export class EmptyRecord {}

const managed = { credentials: ['nua', 'user', 'pat'], nuaKeyNeeds: 'kb-management' } as const;

export const listAccountKnowledgeBoxes = operation({
  name: 'kb.knowledge-box.list',
  summary: 'List the knowledge boxes of an account',
  http: {
    method: 'GET',
    path: '/api/v1/account/{account}/kbs',
    host: 'zone',
    success: 200,
    respond: ({ boxes }: KnowledgeBoxList) => ({ body: boxes }),
  },
  policy: { ...managed, role: ['AMEMBER', 'AOWNER'], on: 'account' },
  params: AccountTarget,
  query: KnowledgeBoxQuery,
  answer: KnowledgeBoxList,
  deadlineMs: 10_000,
});

export const createAccountKnowledgeBox = operation({
  name: 'kb.knowledge-box.create',
  summary: 'Create a knowledge box',
  http: { method: 'POST', path: '/api/v1/account/{account}/kbs', host: 'zone', success: 201 },
  policy: { ...managed, role: 'AOWNER', on: 'account' },
  params: AccountTarget,
  body: CreateKnowledgeBoxPayload,
  answer: CreatedId,
  deadlineMs: 10_000,
});

export const getAccountKnowledgeBox = operation({
  name: 'kb.knowledge-box.get',
  summary: 'Get a knowledge box',
  http: { method: 'GET', path: '/api/v1/account/{account}/kb/{kbid}', host: 'zone', success: 200 },
  policy: { ...managed, credentials: ['nua', 'sa', 'user', 'pat'], role: 'any', on: 'kb', management: true },
  params: AccountKnowledgeBoxTarget,
  answer: KnowledgeBoxRecord,
  deadlineMs: 10_000,
});

export const modifyAccountKnowledgeBox = operation({
  name: 'kb.knowledge-box.modify',
  summary: 'Modify a knowledge box',
  http: { method: 'PATCH', path: '/api/v1/account/{account}/kb/{kbid}', host: 'zone', success: 200 },
  policy: { ...managed, role: ['SOWNER', 'AOWNER'], on: 'kb', management: true },
  params: AccountKnowledgeBoxTarget,
  body: ModifyKnowledgeBoxPayload,
  answer: EmptyRecord,
  deadlineMs: 10_000,
});

export const deleteAccountKnowledgeBox = operation({
  name: 'kb.knowledge-box.delete',
  summary: 'Delete a knowledge box with everything in it',
  http: { method: 'DELETE', path: '/api/v1/account/{account}/kb/{kbid}', host: 'zone', success: 204, reply: 'empty' },
  policy: { ...managed, role: ['SOWNER', 'AOWNER'], on: 'kb', management: true },
  params: AccountKnowledgeBoxTarget,
  deadlineMs: 30_000,
});

/** Removes what a deleted knowledge box leaves behind: rows of its content, both indexes, blobs. */
export const purgeKnowledgeBox = task<{ readonly kbid: string; readonly account: string }>({
  name: 'purgeKnowledgeBox',
  attemptsMax: 25,
  timeoutMs: 10 * 60_000,
});

export class AccountId {
  @IsString() @MaxLength(256) account!: string;
}

export class IndexedKnowledgeBoxes {
  boxes!: readonly {
    readonly account: string;
    readonly kbid: string;
    readonly mode: KnowledgeBoxMode;
    /** Slug. */
    readonly zone: string;
  }[];
}

/** For the accounts host, which has no rows of its own about knowledge boxes. */
export const indexKnowledgeBoxes = operation({
  ...betweenHosts('kb.knowledge-box.index', 'zone'),
  summary: 'List the knowledge boxes that a zone holds for an account',
  body: AccountId,
  answer: IndexedKnowledgeBoxes,
  deadlineMs: 10_000,
});

function isNoProvider(provider: unknown): boolean {
  if (typeof provider !== 'object' || provider === null) return nothingOr('unset')(provider);
  const { type, ...others } = provider as { readonly type?: unknown }; // any object may have it
  return nothingOr('unset')(type) && saysNothing(others);
}
