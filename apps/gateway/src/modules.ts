import { GatewayModule } from '@lectern/gateway';

/** What this service consists of. Its permissions on NATS are what these modules declare. */
export const modules = [GatewayModule];
