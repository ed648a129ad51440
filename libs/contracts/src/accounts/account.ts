import { IsString } from 'class-validator';
import { operation } from '../core/operation';
import type { KnowledgeBoxMode } from '../knowledge-box/knowledge-box-mode';

/** An account named by id or slug. */
export class AccountTarget {
  @IsString() account!: string;
}

export const accountTypes = [
  'stash-trial',
  'stash-starter',
  'stash-growth',
  'stash-startup',
  'stash-enterprise',
  'stash-developer',
  'stash-business',
  'stash-basic',
  'stash-team',
  'v3starter',
  'v3fly',
  'v3growth',
  'v3pro',
  'v3enterprise',
  'cowork',
] as const;
export type AccountType = (typeof accountTypes)[number];

export class AccountSummary {
  id!: string;
  slug!: string;
  title!: string;
  type!: AccountType;
  description!: string | null;
  can_manage_account!: boolean;
  /** UTC without suffix. */
  creation_date!: string;
}

/** Per month, and of what is stored. */
export interface UsageLimits {
  readonly monthly_limit_paragraphs_processed: number;
  readonly monthly_limit_docs_no_media_processed: number;
  readonly monthly_limit_media_seconds_processed: number;
  readonly monthly_limit_paragraphs_stored: number;
  readonly monthly_limit_hosted_searches_performed: number;
  readonly monthly_limit_hosted_answers_generated: number;
  readonly monthly_limit_self_hosted_searches_performed: number;
  readonly monthly_limit_self_hosted_answers_generated: number;
  readonly storage_limit_max_bytes_per_kb: number;
  readonly storage_limit_max_resources_per_kb: number;
  readonly monthly_limit_non_media_files_processed: number;
  readonly monthly_limit_chars_processed: number;
}

export class AccountRecord extends AccountSummary {
  zone_visibility!: 'DEFAULT';
  current_users!: number;
  /** Null is unlimited. */
  max_users!: number | null;
  current_kbs!: number;
  /** -1 is unlimited, here and below. */
  max_kbs!: number;
  current_agents!: number;
  max_agents!: number;
  current_memories!: number;
  max_memories!: number;
  /** Agents and memories together. */
  current_arags!: number;
  max_arags!: number;
  blocking_state!: 'unblocked' | 'quota' | 'manager';
  blocked_features!: readonly string[];
  limits!: {
    readonly upload: {
      /** Bytes. */
      readonly upload_limit_max_media_file_size: number;
      readonly upload_limit_max_non_media_file_size: number;
    };
    readonly usage: UsageLimits;
    readonly processing: UsageLimits;
  };
  trial_expiration_date!: string | null;
  domain!: string | null;
  saml_entity_id!: string | null;
  saml_sso_url!: string | null;
  saml_x509_cert!: string | null;
  saml_config!: null;
  workflow!: 'classic' | 'cowork';
  eula_accepted!: boolean;
}

export class AccountList {
  accounts!: readonly AccountSummary[];
}

export class AccountKnowledgeBoxes {
  boxes!: readonly {
    readonly account_id: string;
    readonly kb_id: string;
    readonly kb_mode: KnowledgeBoxMode;
    readonly zone_id: string;
  }[];
}

const asMember = { credentials: ['user', 'pat'], role: ['AMEMBER', 'AOWNER'], on: 'account' } as const;

export const listAccounts = operation({
  name: 'accounts.account.list',
  summary: 'List the accounts of the authenticated user',
  http: {
    method: 'GET',
    path: '/api/v1/accounts',
    host: 'accounts',
    success: 200,
    respond: ({ accounts }: AccountList) => ({ body: accounts }),
  },
  policy: { credentials: ['user', 'pat'], role: 'any', on: 'self' },
  answer: AccountList,
  deadlineMs: 10_000,
});

export const getAccount = operation({
  name: 'accounts.account.get',
  summary: 'Get an account',
  http: { method: 'GET', path: '/api/v1/account/{account}', host: 'accounts', success: 200 },
  policy: asMember,
  params: AccountTarget,
  answer: AccountRecord,
  deadlineMs: 10_000,
});

export const listKnowledgeBoxIndex = operation({
  name: 'accounts.knowledge-box.list',
  summary: 'List the knowledge boxes of an account over all zones',
  http: {
    method: 'GET',
    path: '/api/v1/account/{account}/index/kbs',
    host: 'accounts',
    success: 200,
    respond: ({ boxes }: AccountKnowledgeBoxes) => ({ body: boxes }),
  },
  policy: asMember,
  params: AccountTarget,
  answer: AccountKnowledgeBoxes,
  deadlineMs: 10_000,
});
