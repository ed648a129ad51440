import { AgentsModule } from '@lectern/agents';

/** Modules of this service. Its permissions on NATS follow from their declarations. */
export const modules = [AgentsModule];
