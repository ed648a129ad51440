import { UnderstandingModule } from '@lectern/understanding';

/** Modules of this service. Its permissions on NATS follow from their declarations. */
export const modules = [UnderstandingModule];
