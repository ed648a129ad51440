import { GatewayModule } from '@lectern/gateway';

/** Modules of this service. Its permissions on NATS follow from their declarations. */
export const modules = [GatewayModule];
