import type { AccountRecord, AccountSummary, AccountTypeLimits, ManagedAccount } from '@lectern/contracts/accounts';
import { naiveUtc } from '@lectern/contracts/core';
import type { SamlRecord } from '../saml-settings/saml-settings';
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

/** The record of an account for a member. */
export function accountRecord(
  membership: Membership,
  { users, boxes, agents, memories }: AccountCounts,
  { max_users, max_kbs, max_agents, max_memories, upload, usage }: AccountTypeLimits,
): Omit<AccountRecord, keyof SamlRecord> {
  const { account } = membership;
  return {
    ...accountSummary(membership),
    zone_visibility: 'DEFAULT',
    email: account.email,
    zone: account.defaultZone,
    current_users: users,
    max_users,
    current_kbs: boxes,
    max_kbs,
    current_agents: agents,
    max_agents,
    current_memories: memories,
    max_memories,
    current_arags: agents + memories,
    max_arags: max_agents < 0 || max_memories < 0 ? UNLIMITED : max_agents + max_memories,
    blocking_state: account.blockingState,
    blocked_features: account.blockedFeatures,
    limits: { upload, usage, processing: usage },
    trial_expiration_date: account.trialEnds && naiveUtc(account.trialEnds),
    workflow: account.workflow,
    eula_accepted: account.eulaAccepted,
    second_factor: account.secondFactor,
  };
}
