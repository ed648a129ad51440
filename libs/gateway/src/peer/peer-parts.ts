import type { AnyOperation } from '@lectern/contracts/core';
import { Metrics } from '@lectern/runtime';
import type { ModuleMetadata } from '@nestjs/common';
import { Edge } from '../edge/edge';
import { AccessFollower } from './access-follower';
import { accountsLink } from './accounts-link';
import { PeerClient } from './peer-client';
import { ZoneAnnouncer } from './zone-announcer';
import { ZonesLink } from './zones-link';

type Environment = Readonly<Record<string, string | undefined>>;

/** Further parts of the gateway, for calls between hosts. */
export function peerParts(operations: readonly AnyOperation[], environment: Environment) {
  const isGiven = (name: string) => Boolean(environment[name] || environment[`${name}_FILE`]);
  const isRemoteZone = isGiven('ACCOUNTS_URL');
  const hasRemoteZones = isGiven('ZONE_KEYS');
  const controllers = [...(isRemoteZone ? [accountsLink(operations)] : []), ...(hasRemoteZones ? [ZonesLink] : [])];
  const client = { provide: PeerClient, inject: [Edge, Metrics], useFactory: openClient };
  const providers = [
    ZoneAnnouncer,
    ...(isRemoteZone ? [AccessFollower] : []),
    ...(controllers.length > 0 ? [client] : []),
  ];
  return { controllers, providers } satisfies ModuleMetadata;
}

/** Loaded when needed: most deployments are one host. */
async function openClient({ peers }: Edge, { observeCircuit }: Metrics): Promise<PeerClient> {
  const { openPeerClient } = await import('./open-peer-client');
  return openPeerClient(peers.accountsOrigin, observeCircuit);
}
