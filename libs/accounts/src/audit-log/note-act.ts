import { randomUUID } from 'node:crypto';
import type { AuditAction } from '@lectern/contracts/accounts';
import type { Principal } from '@lectern/contracts/core';
import type { EntityManager } from 'typeorm';
import { AuditEventEntity } from './audit-event.entity';

/** An act for the log. */
export interface Act {
  readonly action: AuditAction;
  /** Who acts. */
  readonly principal: Pick<Principal, 'kind' | 'id' | 'key' | 'address'>;
  /** Id of the account; absent for an act about a user alone, which is in the log of each of the user's accounts. */
  readonly account?: string;
  /** Id of the user that it is about. */
  readonly user?: string;
  /** What was changed, by name. Never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Adds an act to the audit log, in its transaction: neither is there without the other. */
export async function noteAct(
  { action, principal, account, user, details = {} }: Act,
  tx: EntityManager,
): Promise<void> {
  const { kind: actorKind, id: actorId, key, address } = principal;
  const actor = { actorKind, actorId, actorKey: key || null, address: address ?? null };
  const about = { accountId: account ?? null, userId: user ?? null, details };
  await tx.insert(AuditEventEntity, { id: randomUUID(), time: new Date(), action, ...actor, ...about });
}
