import { randomUUID } from 'node:crypto';
import type { AccountPayload, AccountType } from '@lectern/contracts/accounts';
import type { AccountEntity } from '../account/account.entity';
import type { SetLimits } from '../limits/account-limits';

const DAY_MS = 86_400_000;

/** What an account becomes. */
export interface NewAccount {
  readonly payload: AccountPayload;
  readonly slug: string;
  readonly type: AccountType;
  readonly limits: SetLimits;
  readonly now: Date;
}

/** The row of a new account. */
export function newAccount({ payload, slug, type, limits, now }: NewAccount): AccountEntity {
  const { title, description = null, email, zone = null, workflow, eula_accepted } = payload;
  const { max_trial_days: days } = limits;
  return {
    id: randomUUID(),
    slug,
    title,
    description,
    type,
    workflow,
    eulaAccepted: eula_accepted,
    blockingState: 'unblocked',
    blockedFeatures: [],
    secondFactor: 'optional',
    email: email?.toLowerCase() ?? null,
    defaultZone: zone,
    limits: {},
    trialEnds: days === undefined ? null : new Date(now.getTime() + days * DAY_MS),
    created: now,
  };
}
