import { naiveUtc } from '@lectern/contracts/core';
import type { NuaClientEventRecord, NuaClientRecord } from '@lectern/contracts/knowledge-box';
import type { NuaClientEntity } from './nua-client.entity';
import type { NuaClientEventEntity } from './nua-client-event.entity';

const MASK = '********';

/** @param headerNames of its webhook; their values are secrets */
export function nuaClientRecord(client: NuaClientEntity, headerNames: readonly string[]): NuaClientRecord {
  const { clientId, internalId, title, contact, description, created, webhookUri } = client;
  const headers = Object.fromEntries(headerNames.map((name) => [name, MASK]));
  return {
    client_id: clientId,
    internal_id: internalId,
    title,
    contact,
    description,
    created: naiveUtc(created),
    partitions: null,
    processing_webhook: webhookUri === null ? null : { uri: webhookUri, headers },
    allow_kb_management: client.allowKbManagement,
    tokens_limit: client.tokensLimit,
  };
}

export function nuaClientEventRecord(event: NuaClientEventEntity): NuaClientEventRecord {
  const { id, kind, actorKind, actor, details, at } = event;
  return { id, date: naiveUtc(at), kind, actor: { kind: actorKind, id: actor }, details };
}
