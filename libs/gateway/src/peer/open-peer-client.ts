import { ConfigError, readConfig } from '@lectern/config';
import { AllowList, Egress, egressConfig, Guard } from '@lectern/egress';
import type { CircuitObserver } from '@lectern/runtime';
import { PeerClient } from './peer-client';

/** @param named an origin from the configuration, which may be asked wherever it is */
export function openPeerClient(named: string | undefined, observe?: CircuitObserver): PeerClient {
  const { EGRESS_ALLOW: entries } = readConfig(egressConfig);
  const own = named === undefined ? [] : [new URL(named).host];
  try {
    return new PeerClient(new Egress(new Guard(new AllowList([...entries, ...own]))), observe);
  } catch (error) {
    throw new ConfigError([`EGRESS_ALLOW ${error instanceof Error ? error.message : String(error)}`]);
  }
}
