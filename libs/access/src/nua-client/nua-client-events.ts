import { randomUUID } from 'node:crypto';
import type { Principal } from '@lectern/contracts/core';
import {
  NUA_CLIENT_EVENTS_MAX,
  type NuaClientEventDetails,
  type NuaClientEventKind,
} from '@lectern/contracts/knowledge-box';
import type { EntityManager } from 'typeorm';
import { NuaClientEntity } from './nua-client.entity';
import { NuaClientEventEntity } from './nua-client-event.entity';

/** An action and its object. */
export interface NuaClientEvent {
  readonly kind: NuaClientEventKind;
  readonly details: NuaClientEventDetails;
}

/** Keeps the newest events of a client; each new event removes some of the older ones. */
const FORGET_SQL = `DELETE FROM nua_client_events WHERE id IN (
  SELECT id FROM nua_client_events WHERE internal_id = $1 ORDER BY at DESC, id DESC OFFSET $2 LIMIT 100)`;

/** Records an action on a NUA client, in the transaction that performs it. */
export async function recordNuaClientEvent(
  { internalId, principal }: { readonly internalId: string; readonly principal: Principal },
  { kind, details }: NuaClientEvent,
  tx: EntityManager,
): Promise<void> {
  const actor = { actorKind: principal.kind, actor: principal.id };
  await tx.insert(NuaClientEventEntity, { id: randomUUID(), internalId, kind, details, ...actor, at: new Date() });
  await tx.query(FORGET_SQL, [internalId, NUA_CLIENT_EVENTS_MAX]);
}

/** The same for an action with the client's key; does nothing for other credentials. */
export async function recordUseOfNuaKey(principal: Principal, event: NuaClientEvent, tx: EntityManager): Promise<void> {
  const { kind, id: clientId, account } = principal;
  if (kind !== 'nua' || account === undefined) return;
  const client = await tx.findOne(NuaClientEntity, { where: { account, clientId }, select: { internalId: true } });
  if (client) await recordNuaClientEvent({ internalId: client.internalId, principal }, event, tx);
}

/** Newest first. */
export async function listNuaClientEvents(
  internalId: string,
  { page, size }: { readonly page: number; readonly size: number },
  tx: EntityManager,
): Promise<NuaClientEventEntity[]> {
  const order = { at: 'DESC', id: 'DESC' } as const;
  // Reads one row beyond the page to determine whether another page follows.
  return tx.find(NuaClientEventEntity, { where: { internalId }, order, skip: page * size, take: size + 1 });
}
