import { busFor } from '@lectern/bus';
import { announceZone, gatewayOperations, listAccessChanges } from '@lectern/contracts/accounts';
import { accessChanged, type AnyOperation } from '@lectern/contracts/core';
import { Metrics } from '@lectern/runtime';
import { type DynamicModule, Module } from '@nestjs/common';
import { Edge } from '../edge/edge';
import { RunningModule } from '../running/running.module';
import { AccessFollower } from './access-follower';
import { accountsLink, askedOfAccounts } from './accounts-link';
import { PeerClient } from './peer-client';
import { ZoneAnnouncer } from './zone-announcer';
import { ZonesLink } from './zones-link';

type Environment = Readonly<Record<string, string | undefined>>;

/** Calls between hosts. */
@Module({ imports: [RunningModule] })
export class PeerModule {
  /** What a deployment needs: one that is a single host only announces its zone. */
  static of(operations: readonly AnyOperation[], environment: Environment): DynamicModule {
    const isGiven = (name: string) => Boolean(environment[name] || environment[`${name}_FILE`]);
    const isRemoteZone = isGiven('ACCOUNTS_URL');
    const hasRemoteZones = isGiven('ZONE_KEYS');
    const controllers = [...(isRemoteZone ? [accountsLink(operations)] : []), ...(hasRemoteZones ? [ZonesLink] : [])];
    return {
      module: PeerModule,
      controllers,
      providers: [
        busFor({
          calls: [announceZone, listAccessChanges],
          handlesIfConfigured: [...gatewayOperations, ...askedOfAccounts(operations)],
          publishes: [accessChanged],
        }),
        ZoneAnnouncer,
        ...(isRemoteZone ? [AccessFollower] : []),
        ...(controllers.length > 0 ? [client] : []),
      ],
    };
  }
}

const client = { provide: PeerClient, inject: [Edge, Metrics], useFactory: openClient };

/** Loaded when needed: most deployments are one host. */
async function openClient({ peers }: Edge, { observeCircuit }: Metrics): Promise<PeerClient> {
  const { openPeerClient } = await import('./open-peer-client');
  return openPeerClient(peers.accountsOrigin, observeCircuit);
}
