import type { AccountRecord, AccountSummary, ManagedAccount, UsageLimits } from '@lectern/contracts/accounts';
import { naiveUtc } from '@lectern/contracts/core';
import type { AccountEntity } from './account.entity';
import type { Membership } from './account.repository';

/** Current counts of an account. */
export interface AccountCounts {
  readonly users: number;
  readonly boxes: number;
  readonly agents: number;
  readonly memories: number;
}

const UNLIMITED = -1;
/** For limits that clients compare with, where -1 would refuse everything. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

const usage: UsageLimits = {
  monthly_limit_paragraphs_processed: NO_LIMIT,
  monthly_limit_docs_no_media_processed: NO_LIMIT,
  monthly_limit_media_seconds_processed: NO_LIMIT,
  monthly_limit_paragraphs_stored: NO_LIMIT,
  monthly_limit_hosted_searches_performed: NO_LIMIT,
  monthly_limit_hosted_answers_generated: NO_LIMIT,
  monthly_limit_self_hosted_searches_performed: NO_LIMIT,
  monthly_limit_self_hosted_answers_generated: NO_LIMIT,
  storage_limit_max_bytes_per_kb: NO_LIMIT,
  storage_limit_max_resources_per_kb: NO_LIMIT,
  monthly_limit_non_media_files_processed: NO_LIMIT,
  monthly_limit_chars_processed: NO_LIMIT,
};

const upload = { upload_limit_max_media_file_size: NO_LIMIT, upload_limit_max_non_media_file_size: NO_LIMIT };

export function accountSummary({ account, role }: Membership): AccountSummary {
  const { id, slug, title, type, description, created } = account;
  return {
    id,
    slug,
    title,
    type,
    description,
    can_manage_account: role === 'AOWNER',
    creation_date: naiveUtc(created),
  };
}

/** For somebody who may do everything with it. */
export function managedAccount(account: AccountEntity, users: number): ManagedAccount {
  const { blockingState: blocking_state, blockedFeatures: blocked_features } = account;
  return { ...accountSummary({ account, role: 'AOWNER' }), current_users: users, blocking_state, blocked_features };
}

/** A self-hosted account has no limits; only those of the machine apply. */
export function accountRecord(
  membership: Membership,
  { users, boxes, agents, memories }: AccountCounts,
): AccountRecord {
  return {
    ...accountSummary(membership),
    zone_visibility: 'DEFAULT',
    current_users: users,
    max_users: null,
    current_kbs: boxes,
    max_kbs: UNLIMITED,
    current_agents: agents,
    max_agents: UNLIMITED,
    current_memories: memories,
    max_memories: UNLIMITED,
    current_arags: agents + memories,
    max_arags: UNLIMITED,
    blocking_state: membership.account.blockingState,
    blocked_features: membership.account.blockedFeatures,
    limits: { upload, usage, processing: usage },
    trial_expiration_date: null,
    domain: null,
    saml_entity_id: null,
    saml_sso_url: null,
    saml_x509_cert: null,
    saml_config: null,
    workflow: membership.account.workflow,
    eula_accepted: membership.account.eulaAccepted,
  };
}
