import { Metrics } from '@lectern/runtime';
import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../access/authorization.module';
import { Edge } from '../edge/edge';
import { AccountsRelay } from './accounts-relay';
import { ConsoleRoutes } from './console.routes';

const relay = { provide: AccountsRelay, inject: [Edge, Metrics], useFactory: openRelay };

/** The web console and its sessions. */
@Module({
  imports: [AuthorizationModule],
  providers: [relay, ConsoleRoutes],
  exports: [ConsoleRoutes],
})
export class ConsoleModule {}

/** What it needs is loaded where there is an accounts host elsewhere. */
async function openRelay(edge: Edge, { observeCircuit }: Metrics): Promise<AccountsRelay> {
  const { accountsOrigin } = edge.peers;
  if (accountsOrigin === undefined || !edge.console.isOn) return new AccountsRelay(edge, undefined);
  const { openPeerClient } = await import('../peer/open-peer-client');
  return new AccountsRelay(edge, openPeerClient(accountsOrigin, observeCircuit));
}
